import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { DeskState } from './desk-state.ts'
import { shownOf, toggleColumn } from './use-layout.ts'

/** The choice of the table's columns. */
export function ColumnsMenu({ desk }: { desk: DeskState }) {
  const { spec } = desk.tables[desk.view.value.table]
  const shown = shownOf(spec, desk.memory).columns
  return (
    <Menu label={t('columns')} words={t('columns')}>
      {spec.columns.map(column => (
        <label key={column.id} class="menu-check">
          <input
            type="checkbox"
            checked={shown.includes(column)}
            onChange={() => toggleColumn(spec, desk.memory, column.id)}
          />
          {t(column.label)}
        </label>
      ))}
      <Button look="link" onClick={() => desk.memory.setLayout(spec.id, undefined)}>
        {t('columns-usual')}
      </Button>
    </Menu>
  )
}
