import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { HostClient } from '../../host/client.ts'
import { t } from '../../locales/locale.ts'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { useCall } from '../page/use-call.ts'
import { ACCEPTED } from './labels.ts'
import type { UploadDrafts } from './upload-drafts.ts'

type Props = { item: InvoiceItem; host: HostClient; uploadDrafts: UploadDrafts }

/** The fate of an invoice with errors: its correction, or the button that transmits the corrected one. */
export function Correction({ item: { filed }, host, uploadDrafts }: Props) {
  const { error, run } = useCall()
  const send = (files: File[]) =>
    run(async () => {
      const corrects = filed && (await host.request('uploads.get', { id: filed.uploadId })).upload
      await uploadDrafts.take(files, corrects)
    })
  const correction = filed?.correction
  return (
    <div class="correction">
      {correction && <CorrectedBy name={correction.name} state={correction.state} />}
      {correction?.state !== 'valid' && correction?.state !== 'pending' && (
        <ChooseFiles
          label={t('upload-correct')}
          look="primary"
          accept={ACCEPTED}
          many={false}
          onFiles={files => void send(files)}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}

type State = NonNullable<NonNullable<InvoiceItem['filed']>['correction']>['state']
const TONES = { valid: 'good', pending: 'wait', refused: 'bad' } as const

/** "Corectată prin F-78 · validată". */
export function CorrectedBy({ name, state }: { name: string; state: State }) {
  return (
    <p role="status">
      <Status tone={TONES[state]}>{t(`corrected-by-${state}`, { name })}</Status>
    </p>
  )
}
