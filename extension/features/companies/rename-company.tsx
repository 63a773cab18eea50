import { useSignal } from '@preact/signals'
import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import './companies.css'

type Props = { company: Company; page: Page; onDone: () => void }

/** Gives a company a name of the user's own, or takes the register's, which is asked for it. */
export function RenameCompany({ company: { cui, name }, page, onDone }: Props) {
  const text = useSignal(name ?? '')
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const run = async (work: () => Promise<unknown>) => {
    busy.value = true
    error.value = undefined
    try {
      await work()
      await page.changed()
      onDone()
    } catch (problem) {
      error.value = problem
    } finally {
      busy.value = false
    }
  }
  const save = () => run(() => page.host.request('companies.rename', { cui, name: text.value.trim() }))
  const takeFromRegister = () =>
    run(async () => {
      await page.host.request('lookups.get', { cuis: [cui] })
      await page.host.request('companies.rename', { cui, name: null })
    })
  return (
    <form
      class="rename-company"
      onSubmit={event => {
        event.preventDefault()
        if (!busy.value && text.value.trim() !== '') void save()
      }}
    >
      <Field label={t('rename-label')} hint={t('rename-hint')}>
        {attributes => (
          <input
            {...attributes}
            class="input"
            type="text"
            autocomplete="off"
            maxLength={200}
            value={text.value}
            onInput={event => {
              text.value = event.currentTarget.value
            }}
          />
        )}
      </Field>
      <div class="choices">
        <Button type="submit" disabled={busy.value || text.value.trim() === ''}>
          {t('rename-save')}
        </Button>
        <Button disabled={busy.value} onClick={() => void takeFromRegister()}>
          {t('rename-register')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </form>
  )
}
