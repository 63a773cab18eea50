import { useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import './companies.css'

type Props = { company: Company; page: Page; onDone: () => void }

/** Gives a company the user's own name, or asks the register for its name. */
export function RenameCompany({ company: { cui, name }, page, onDone }: Props) {
  const text = useSignal(name ?? '')
  const { isBusy, error, run } = useCall()
  const [gone] = useState(() => new AbortController())
  // Closing the form also ends what it asks: the register may take long, and its name is then not wanted.
  useLayoutEffect(() => () => gone.abort(), [])
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      await page.changed()
      if (!gone.signal.aborted) onDone()
    })
  const save = () => change(() => page.host.request('companies.rename', { cui, name: text.value.trim() }))
  const takeFromRegister = () =>
    change(async () => {
      const { signal } = gone
      await page.host.request('lookups.get', { cuis: [cui] }, { signal })
      await page.host.request('companies.rename', { cui, name: null }, { signal })
    })
  return (
    <form
      class="rename-company"
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy && text.value.trim() !== '') void save()
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
            readOnly={isBusy}
            value={text.value}
            onInput={event => {
              text.value = event.currentTarget.value
            }}
          />
        )}
      </Field>
      <div class="choices">
        <Button type="submit" disabled={isBusy || text.value.trim() === ''}>
          {t('rename-save')}
        </Button>
        <Button disabled={isBusy} onClick={() => void takeFromRegister()}>
          {t('rename-register')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </form>
  )
}
