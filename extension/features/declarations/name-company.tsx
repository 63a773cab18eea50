import { useSignal } from '@preact/signals'
import { normalizeCui } from '../../../shared/cui.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import type { DeclarationList } from './declaration-list.ts'

/** Asks for the CUI of a filing that was made by hand, where it could not be found out. */
export function NameCompany({ id, page, list }: { id: number; page: Page; list: DeclarationList }) {
  const text = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const save = async () => {
    const cui = normalizeCui(text.value)
    error.value = undefined
    problem.value = cui ? undefined : t('declaration-cui-shape')
    if (!cui) return
    try {
      list.take([(await page.host.request('declarations.setCompany', { id, cui })).declaration])
    } catch (failure) {
      error.value = failure
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('cui')} hint={t('declaration-name-company')} problem={problem.value}>
        {attributes => (
          <div class="index-line">
            <input
              {...attributes}
              class="input numeric"
              type="text"
              inputMode="numeric"
              value={text.value}
              onInput={event => {
                text.value = event.currentTarget.value
                problem.value = undefined
              }}
            />
            <Button type="submit">{t('declaration-follow')}</Button>
          </div>
        )}
      </Field>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </form>
  )
}
