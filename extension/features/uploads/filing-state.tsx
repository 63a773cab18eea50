import { findingOf } from '../../../shared/documents/findings.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { describeBody } from '../../host/failure.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { Findings } from '../checks/findings.tsx'
import type { Filings } from './filings.ts'
import { ATTEMPT_WORDS } from './words.ts'

/** How a filing stands, kept up to date; its findings and troubles with it. */
export function UploadState({ filings, id }: { filings: Filings; id: number }) {
  const attempt = filings.find(id)
  if (!attempt) return null
  return (
    <>
      <StateLine attempt={attempt} />
      <Reasons attempt={attempt} />
    </>
  )
}

export function StateLine({ attempt }: { attempt: Upload }) {
  const { word, tone } = ATTEMPT_WORDS[attempt.state]
  return (
    <p class="filing-state" role="status">
      <Status tone={tone}>{t(word)}</Status>
      {attempt.uploadIndex && (
        <span class="muted numeric">
          {t('upload-index')} {attempt.uploadIndex}
        </span>
      )}
    </p>
  )
}

/** Why a filing was refused or did not go: the authority's findings, and the failure of the last step. */
export function Reasons({ attempt }: { attempt: Upload }) {
  const { state, findings, trouble, nextCheckAt } = attempt
  const over = state === 'ok' || state === 'nok' || state === 'not-taken'
  return (
    <>
      {findings.length > 0 && <Findings file={attempt.fileName} findings={findings.map(findingOf)} />}
      {trouble && !over && <FailureNotice failure={describeBody(trouble, locale.value)} />}
      {!over && nextCheckAt !== null && (
        <p class="muted numeric">{t('filing-next-check', { when: formatMoment(locale.value, nextCheckAt) })}</p>
      )}
    </>
  )
}
