import { findingOf } from '../../../shared/documents/findings.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { Findings } from '../checks/findings.tsx'
import { FileAlone, waitsForYes } from '../office/file-alone.tsx'
import { UPLOAD_LABELS, uploadName } from './labels.ts'
import type { UploadList } from './upload-list.ts'
import '../rows/filings.css'

type Props = {
  uploadList: UploadList
  id: number
  /** Called with the upload that replaces this one: the user sent it although the office is out of reach. */
  onSentAlone: (id: number) => void
}

/** The present state of an upload, with its findings and failures. */
export function UploadState({ uploadList, id, onSentAlone }: Props) {
  const upload = uploadList.find(id)
  if (!upload) return null
  return (
    <>
      <StateLine upload={upload} />
      <Reasons upload={upload} />
      {waitsForYes(upload) && (
        <FileAlone name={uploadName(upload)} file={async () => onSentAlone((await uploadList.sendAlone(upload)).id)} />
      )}
    </>
  )
}

export function StateLine({ upload }: { upload: Upload }) {
  const { word, tone } = UPLOAD_LABELS[upload.state]
  return (
    <p class="filing-state" role="status">
      <Status tone={tone}>{t(word)}</Status>
      {upload.uploadIndex && (
        <span class="muted numeric">
          {t('upload-index')} {upload.uploadIndex}
        </span>
      )}
    </p>
  )
}

/** Why an upload was refused or failed: the authority's findings, and the failure of the last step. */
export function Reasons({ upload }: { upload: Upload }) {
  const { state, findings, trouble, nextCheckAt } = upload
  const over = state === 'ok' || state === 'nok' || state === 'not-taken'
  return (
    <>
      {findings.length > 0 && <Findings file={upload.fileName} findings={findings.map(findingOf)} />}
      {trouble && !over && <FailureNotice failure={describeBody(trouble, locale.value)} />}
      {!over && nextCheckAt !== null && (
        <p class="muted numeric">{t('next-check', { when: formatMoment(locale.value, nextCheckAt) })}</p>
      )}
    </>
  )
}
