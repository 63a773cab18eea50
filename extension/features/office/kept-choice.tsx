import { useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { KeptDocuments, OfficeState } from '../../../shared/protocol/office.ts'
import { createSerialQueue } from '../../browser/serial-queue.ts'
import { t } from '../../locales/locale.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { CompanyBoxes } from './company-boxes.tsx'

type Props = { page: Page; kept: KeptDocuments; onChanged: (office: OfficeState) => void }

/** The office's documents that come to this computer: when opened, all, or all of some companies. */
export function KeptChoice({ page, kept, onChanged }: Props) {
  /** The last choice, until the host has answered. */
  const choice = useSignal<KeptDocuments | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const [inTurn] = useState(createSerialQueue)
  const choose = (documents: KeptDocuments) => {
    choice.value = documents
    void inTurn(async () => {
      if (choice.value !== documents) return
      error.value = undefined
      try {
        onChanged(await page.host.request('office.keep', { documents }))
      } catch (problem) {
        error.value = problem
      }
      if (choice.value === documents) choice.value = undefined
    })
  }
  const chosen = choice.value ?? kept
  return (
    <>
      <Field label={t('office-kept')} hint={t('office-kept-hint')}>
        {attributes => (
          <select
            {...attributes}
            class="input"
            value={typeof chosen === 'string' ? chosen : 'some'}
            onChange={({ currentTarget: { value } }) => choose(value === 'opened' || value === 'all' ? value : [])}
          >
            <option value="opened">{t('office-kept-opened')}</option>
            <option value="all">{t('office-kept-all')}</option>
            <option value="some">{t('office-kept-some')}</option>
          </select>
        )}
      </Field>
      {typeof chosen !== 'string' && (
        <CompanyBoxes page={page} label={t('office-kept-some')} chosen={chosen} onChange={choose} />
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </>
  )
}
