import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import type { Page } from '../page/page.ts'
import type { DeskState } from './desk-state.ts'
import { countOf, NONE } from './selection.ts'

/** How many rows are selected, and what can be done with them. */
export function SelectionBar({ desk }: { page: Page; desk: DeskState }) {
  const { pages } = desk.tables[desk.view.value.table]
  const count = countOf(desk.selection.value, pages.total.value ?? 0)
  if (count === 0) return null
  return (
    <div class="selection-bar" role="status">
      <span class="numeric">{t('selected-count', { n: count })}</span>
      <Button
        look="link"
        onClick={() => {
          desk.selection.value = NONE
        }}
      >
        {t('select-none')}
      </Button>
    </div>
  )
}
