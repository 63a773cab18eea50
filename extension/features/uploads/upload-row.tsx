import { useSignal } from '@preact/signals'
import { signedAmount } from '../../../shared/documents/storno.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { formatAgo, formatAmount, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { FileAlone, waitsForYes } from '../office/file-alone.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { CorrectedBy } from './correction.tsx'
import { Parties } from './draft-card.tsx'
import { ACCEPTED, resendRule, uploadName, wantsCorrection } from './labels.ts'
import type { UploadList } from './upload-list.ts'
import { Reasons, StateLine } from './upload-state.tsx'
import '../rows/filings.css'

type Props = {
  upload: Upload
  page: Page
  uploadList: UploadList
  onCorrect: (files: File[], corrects: Upload) => void
  /** Opens an archived message. */
  onOpen: (id: string) => void
  /** False below a heading with its name. */
  isNamed?: boolean
}

/** One upload: its invoice, state and actions. */
export function UploadRow({ upload, page, uploadList, onCorrect, onOpen, isNamed = true }: Props) {
  const { invoice, fileName, createdAt, checkedAt, corrects, repeats, state, downloadId, seat } = upload
  const amount = invoice && signedAmount(invoice)
  const corrected = corrects === null ? undefined : uploadList.find(corrects)
  const correction = uploadList.items.value?.find(one => one.corrects === upload.id)
  const repeated = repeats === null ? undefined : uploadList.find(repeats)
  return (
    <li class="filing" id={`upload-${upload.id}`} tabIndex={-1} data-testid={`upload-${upload.id}`}>
      <div class="draft-head">
        {isNamed && <span class="draft-title">{uploadName(upload)}</span>}
        {amount && <span class="numeric">{formatAmount(locale.value, amount, invoice.currency)}</span>}
      </div>
      {invoice && <Parties invoice={invoice} />}
      <StateLine upload={upload} />
      <p class="muted numeric draft-file">
        {formatMoment(locale.value, createdAt)} · {fileName}
        {seat !== undefined && ` · ${t('office-from', { seat })}`}
        {checkedAt !== null &&
          ` · ${t('upload-checked', { when: formatAgo(locale.value, checkedAt, page.now.value, 'short') })}`}
      </p>
      {corrected && <p class="muted">{t('upload-corrects', { name: uploadName(corrected) })}</p>}
      {repeated && <p class="muted">{t('upload-repeats', { when: formatMoment(locale.value, repeated.createdAt) })}</p>}
      {correction?.state === 'ok' && <CorrectedBy name={uploadName(correction)} state="valid" />}
      <Reasons upload={upload} />
      <div class="draft-actions">
        {downloadId && (state === 'ok' || state === 'nok') && (
          <Button look="link" onClick={() => onOpen(downloadId)}>
            {t('upload-open')}
          </Button>
        )}
        {wantsCorrection(state) && correction?.state !== 'ok' && (
          <ChooseFiles
            label={t('upload-correct')}
            accept={ACCEPTED}
            many={false}
            onFiles={files => onCorrect(files, upload)}
          />
        )}
      </div>
      {waitsForYes(upload) && (
        <FileAlone name={uploadName(upload)} file={async () => void (await uploadList.sendAlone(upload))} />
      )}
      <Again upload={upload} page={page} uploadList={uploadList} />
    </li>
  )
}

/** Buttons that ask the authority now and send the same bytes again; a resend that may arrive twice needs a confirmation. */
function Again({ upload, page, uploadList }: Pick<Props, 'upload' | 'page' | 'uploadList'>) {
  const asking = useSignal(false)
  const { isBusy, error, run } = useCall()
  const rule = resendRule(upload.state)
  const moving = upload.state === 'processing' || upload.state === 'unknown'
  const company = page.overview.value?.companies.find(({ cui }) => cui === upload.cui)?.name

  const begin = (work: () => Promise<unknown>) => {
    asking.value = false
    void run(work)
  }
  const name = uploadName(upload)
  return (
    <>
      {(moving || rule !== 'no') && !asking.value && (
        <div class="draft-actions">
          {moving && (
            <Button disabled={isBusy} onClick={() => begin(() => uploadList.check(upload.id))}>
              {t('upload-check')}
            </Button>
          )}
          {rule !== 'no' && (
            <Button
              look={rule === 'ask' ? 'link' : 'plain'}
              disabled={isBusy}
              onClick={() => {
                asking.value = true
              }}
            >
              {t('upload-resend')}
            </Button>
          )}
        </div>
      )}
      {asking.value && (
        <Confirm
          label={t('upload-resend')}
          question={
            rule === 'ask'
              ? t('upload-resend-unknown', { name })
              : t('upload-resend-ask', { name, company: company ?? t('company-no-name', { cui: upload.cui }) })
          }
          yes={t('upload-resend-yes')}
          onYes={() => begin(() => uploadList.resend(upload, rule === 'ask'))}
          onNo={() => {
            asking.value = false
          }}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
