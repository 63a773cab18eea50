import { useRef } from 'preact/hooks'
import { signedAmount } from '../../../shared/documents/storno.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Inspection } from '../../../shared/protocol/uploads.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatAmount, formatDay, formatDecimal, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice, FailureNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHeir } from '../../ui/use-heir.ts'
import { Checks } from '../checks/checks.tsx'
import { Signature } from '../checks/signature.tsx'
import type { Page } from '../page/page.ts'
import { Checkbox } from '../rows/checkbox.tsx'
import { nextCard } from '../rows/drafts.ts'
import { type Draft, earlierUpload, isFixable, obstacles } from './draft.ts'
import { DraftChoices, OnBehalfOf } from './draft-choices.tsx'
import { UPLOAD_LABELS, uploadName } from './labels.ts'
import type { UploadDrafts } from './upload-drafts.ts'
import type { UploadList } from './upload-list.ts'
import { UploadState } from './upload-state.tsx'
import '../rows/filings.css'

type Props = { draft: Draft; page: Page; uploadDrafts: UploadDrafts; uploadList: UploadList }

/** One file before its upload: contents, company, problems; afterwards, its state. */
export function DraftCard({ draft, page, uploadDrafts, uploadList }: Props) {
  const card = useRef<HTMLLIElement>(null)
  useHeir(card, nextCard)
  const phase = draft.phase.value
  const { fileName, size, corrects } = draft
  const inspection = 'inspection' in phase ? phase.inspection : undefined
  const invoice = inspection?.invoice
  const amount = invoice && signedAmount(invoice)
  const usable = inspection?.problems.every(isFixable) === true
  const companies = page.overview.value?.companies ?? []
  const source = draft.data && (async () => ({ fileName, data: (await draft.data?.()) ?? '' }))
  return (
    <li ref={card} class="draft" aria-label={fileName} aria-busy={phase.is === 'reading' || phase.is === 'sending'}>
      <div class="draft-head">
        <span class="draft-title">{inspection ? uploadName(inspection) : fileName}</span>
        {amount && <span class="numeric">{formatAmount(locale.value, amount, invoice.currency)}</span>}
        {phase.is !== 'sending' && phase.is !== 'sent' && (
          <Button
            look="icon"
            label={t('upload-remove-name', { name: fileName })}
            onClick={() => uploadDrafts.remove(draft)}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      {phase.is === 'reading' && <Skeleton chars={32} />}
      {inspection?.invoice && <Parties invoice={inspection.invoice} />}
      <p class="muted numeric draft-file">
        {inspection?.invoice?.issueDate && `${formatDay(locale.value, inspection.invoice.issueDate)} · `}
        {fileName} · {sizeLabel(size)}
      </p>
      {corrects && <p class="muted">{t('upload-corrects', { name: uploadName(corrects) })}</p>}
      {phase.is === 'too-large' && <Notice tone="bad">{t('upload-too-large', { size: megabytes(size) })}</Notice>}
      {phase.is === 'unreadable' && <ErrorNotice error={phase.error} />}
      {inspection && usable && phase.is !== 'sent' && (
        <>
          <OnBehalfOf draft={draft} inspection={inspection} companies={companies} />
          <DraftChoices draft={draft} inspection={inspection} companies={companies} locked={phase.is !== 'ready'} />
        </>
      )}
      {phase.is === 'ready' && <Obstacles draft={draft} inspection={phase.inspection} uploadDrafts={uploadDrafts} />}
      {phase.is === 'sending' && (
        <p role="status" class="muted">
          {t('upload-sending')} {t('upload-wait')}
        </p>
      )}
      {phase.is === 'failed' && (
        <>
          <ErrorNotice error={phase.error} />
          <p>{t('upload-failed')}</p>
        </>
      )}
      {phase.is === 'sent' && (
        <UploadState
          uploadList={uploadList}
          id={phase.uploadId}
          onSentAlone={uploadId => {
            draft.phase.value = { ...phase, uploadId }
          }}
        />
      )}
      {phase.is === 'signed' && source && <Signature host={page.host} source={source} />}
      {source && usable && (phase.is === 'ready' || phase.is === 'failed') && (
        <Checks host={page.host} source={source} fileName={fileName} withValidation />
      )}
      {(phase.is === 'failed' || phase.is === 'unreadable') && (
        <div class="draft-actions">
          <Button onClick={() => void uploadDrafts.lookAgain(draft)}>{t('upload-look-again')}</Button>
        </div>
      )}
    </li>
  )
}

/** Seller and buyer of the invoice. */
export function Parties({ invoice }: { invoice: InvoiceSummary }) {
  const name = (party: string | null, cui: string | null) => party ?? (cui ? t('company-no-name', { cui }) : t('none'))
  return (
    <p class="draft-parties">
      <span class="visually-hidden">{t('seller')} </span>
      {name(invoice.sellerName, invoice.sellerCui)} <span aria-hidden="true">→</span>{' '}
      <span class="visually-hidden">{t('buyer')} </span>
      {name(invoice.buyerName, invoice.buyerCui)}
    </p>
  )
}

type ObstaclesProps = { draft: Draft; inspection: Inspection; uploadDrafts: UploadDrafts }

/** Problems that prevent the upload, and the question about an earlier one. */
function Obstacles({ draft, inspection, uploadDrafts }: ObstaclesProps) {
  const { choice } = draft
  const earlier = earlierUpload(inspection)
  const repeated = uploadDrafts.drafts.value.some(
    other =>
      other.key < draft.key &&
      'inspection' in other.phase.value &&
      other.phase.value.inspection.sha256 === inspection.sha256,
  )
  return (
    <>
      {obstacles(inspection, choice.value).map(problem => (
        <FailureNotice key={problem.message} failure={describeBody(problem, locale.value)} />
      ))}
      {repeated && <p class="muted">{t('upload-duplicate')}</p>}
      {earlier && (
        <div class="notice tone-wait">
          <span>
            {t(earlier.uploadIndex ? 'upload-earlier' : 'upload-earlier-no-index', {
              when: formatMoment(locale.value, earlier.createdAt),
              state: t(UPLOAD_LABELS[earlier.state].word),
              ...(earlier.uploadIndex ? { index: earlier.uploadIndex } : {}),
            })}
          </span>
          <Checkbox
            isChecked={choice.value.again}
            onChange={again => {
              choice.value = { ...choice.value, again }
            }}
          >
            {t('upload-again')} <span class="muted">– {t('upload-again-hint')}</span>
          </Checkbox>
        </div>
      )}
    </>
  )
}

function megabytes(size: number): string {
  return formatDecimal(locale.value, (size / 1_000_000).toFixed(1))
}

function sizeLabel(size: number): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} KB` : `${megabytes(size)} MB`
}
