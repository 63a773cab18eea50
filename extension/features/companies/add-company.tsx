import { useSignal } from '@preact/signals'
import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { cuiProblem } from './cui-problem.ts'

const OUTCOME = {
  granted: { key: 'company-added', tone: 'good' },
  denied: { key: 'company-added-denied', tone: 'bad' },
  unknown: { key: 'company-added-unknown', tone: 'idle' },
} as const

/** Adds a company by its CUI: the check digit is looked at before any call, the answer tells whether there are rights. */
export function AddCompany({ page }: { page: Page }) {
  const text = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)
  const added = useSignal<Company | undefined>(undefined)
  const error = useSignal<unknown>(undefined)

  const add = async () => {
    const found = cuiProblem(text.value)
    problem.value = found && t(found)
    error.value = undefined
    added.value = undefined
    if (found) return
    busy.value = true
    try {
      const { company } = await page.host.request('companies.add', { cui: text.value })
      added.value = company
      text.value = ''
      await page.changed()
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }

  return (
    <form
      class="add-company"
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <Field label={t('add-company-label')} hint={t('add-company-hint')} problem={problem.value}>
        {attributes => (
          <div class="add-company-line">
            <input
              {...attributes}
              class="input numeric"
              type="text"
              inputMode="numeric"
              autocomplete="off"
              spellcheck={false}
              value={text.value}
              onInput={event => {
                text.value = event.currentTarget.value
                problem.value = undefined
              }}
            />
            <Button type="submit" look="primary" disabled={busy.value}>
              {t(busy.value ? 'adding' : 'add-company')}
            </Button>
          </div>
        )}
      </Field>
      {added.value && (
        <Notice tone={OUTCOME[added.value.rights].tone}>
          {t(OUTCOME[added.value.rights].key, { cui: added.value.cui })}
        </Notice>
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </form>
  )
}
