import type { ComponentChild } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { findingOf } from '../../../shared/documents/findings.ts'
import { signedAmount } from '../../../shared/documents/storno.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatAmount, formatDay, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DetailHead } from '../../ui/detail-head.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { BookSection } from '../books/book-section.tsx'
import { Findings } from '../checks/findings.tsx'
import { Signature } from '../checks/signature.tsx'
import type { Page } from '../page/page.ts'
import { useOpened } from '../page/use-opened.ts'
import { SheetView } from '../sheet/sheet-view.tsx'
import { DocumentActions } from './document-actions.tsx'
import { counterpartOf, kindKey, numberOf, stateOf, summaryOf } from './labels.ts'
import { Thread } from './thread.tsx'
import './invoice-detail.css'

type Found = ResultOf<'invoices.get'>
type Props = {
  id: string
  page: Page
  /** Draws the reply form of a received invoice. */
  reply: (item: Found['item']) => ComponentChild
  /** Draws how an invoice with errors is corrected. */
  correct: (item: Found['item']) => ComponentChild
  /** Opens another document. */
  onOpen: (id: string) => void
  onClose: () => void
  /** Called after its state in the books was changed. */
  onMarked?: () => void
}

/** One document in readable form (U-11), with buttons that save its originals. */
export function InvoiceDetail({ id, page, reply, correct, onOpen, onClose, onMarked = () => undefined }: Props) {
  const { host } = page
  const { found, error, load } = useOpened(page, {
    get: () => host.request('invoices.get', { id }),
    isArchived: ({ item }) => item.state === 'archived',
    isSeen: ({ item }) => !item.unread,
    markSeen: () => host.request('invoices.markSeen', { id }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <article class="detail" aria-label={t('invoice')}>
      <DetailHead heading={heading} title={found ? titleOf(found) : <Skeleton chars={20} />} isNumeric onBack={onClose}>
        {found && <CopyButton name={t('sheet-number')} text={numberOf(found.item)} />}
      </DetailHead>
      {error !== undefined && <ErrorNotice error={error} action={{ label: t('retry'), run: () => void load() }} />}
      {found ? (
        <Content found={found} page={page} reply={reply} correct={correct} onOpen={onOpen} onMarked={onMarked} />
      ) : (
        !error && <Pending />
      )}
    </article>
  )
}

type ContentProps = Required<Pick<Props, 'page' | 'reply' | 'correct' | 'onOpen' | 'onMarked'>> & { found: Found }

function Content({ found, page, reply, correct, onOpen, onMarked }: ContentProps) {
  const { item, document, errors, thread } = found
  const { host } = page
  const state = stateOf(item)
  const source = async () => ({ id: item.id })
  const archived = item.state === 'archived'
  const received = item.kind === 'received' && (item.direction === 'received' || item.direction === 'both')
  return (
    <>
      <p class="detail-state">
        {kindKey(item) !== state.text && <span>{t(kindKey(item))}</span>}
        <Status tone={state.tone}>{t(state.text)}</Status>
      </p>
      {found.missing && <Missing body={found.missing} />}
      {archived && <DocumentActions host={host} id={item.id} name={numberOf(item)} sheet={sheetState(document)} />}
      {item.filed && <FiledAs item={item} />}
      {item.kind === 'errors' && correct(item)}
      {item.book && (
        <BookSection host={host} id={item.id} book={item.book} seen={page.overview.value} onMarked={onMarked} />
      )}
      {errors.length > 0 && <Findings file={numberOf(item)} findings={errors.map(findingOf)} />}
      {document && <SheetView document={document} id={item.id} host={host} />}
      {item.undescribed && <FailureNotice failure={describeBody(item.undescribed, locale.value)} />}
      {!document && archived && errors.length === 0 && !item.undescribed && <p class="muted">{t('no-document')}</p>}
      {archived && <Signature host={host} source={source} />}
      <Thread thread={thread} />
      {received && reply(item)}
      {item.twinId !== null && <Twin id={item.twinId} item={item} onOpen={onOpen} />}
      <details class="detail-wire">
        <summary>{t('details')}</summary>
        <dl class="facts">
          <dt>{t('upload-index')}</dt>
          <dd class="numeric">{item.uploadIndex}</dd>
          <dt>{t('message-id')}</dt>
          <dd class="numeric">{item.id}</dd>
          <dt>{t('listed-at')}</dt>
          <dd class="numeric">{formatMoment(locale.value, item.createdAt)}</dd>
          <dt>{t('wire-type')}</dt>
          <dd>{item.type}</dd>
          {found.sha256 && (
            <>
              <dt>{t('original-hash')}</dt>
              <dd>
                <code>{found.sha256}</code>
              </dd>
            </>
          )}
        </dl>
        <p class="muted">{item.details}</p>
      </details>
    </>
  )
}

/** Whether the page has the whole invoice. */
function sheetState(document: Found['document']): 'whole' | 'part' | 'none' {
  if (!document) return 'none'
  return document.omittedLines === undefined ? 'whole' : 'part'
}

/** The recipient of an invoice with errors, and its amount, as filed here. */
function FiledAs({ item }: { item: Found['item'] }) {
  const invoice = summaryOf(item)
  if (!invoice) return null
  const { grossAmount, currency, issueDate } = invoice
  const amount = signedAmount(invoice)
  return (
    <dl class="facts">
      <dt>{t('buyer')}</dt>
      <dd>{counterpartOf(item) ?? t('none')}</dd>
      {issueDate && (
        <>
          <dt>{t('issue-date')}</dt>
          <dd class="numeric">{formatDay(locale.value, issueDate)}</dd>
        </>
      )}
      {amount && (
        <>
          <dt>{t(grossAmount ? 'total-with-vat' : 'total-payable')}</dt>
          <dd class="numeric">{formatAmount(locale.value, amount, currency)}</dd>
        </>
      )}
    </dl>
  )
}

/** Why the document is missing. A document that the next sync downloads is not a failure. */
function Missing({ body }: { body: ErrorBody }) {
  const failure = describeBody(body, locale.value)
  if (failure.reason === 'document-missing') return <p class="muted">{t('not-archived-yet')}</p>
  return <FailureNotice failure={failure} />
}

/** The other list entry of a self-billed document (E-17). */
function Twin({ id, item, onOpen }: { id: string; item: Found['item']; onOpen: (id: string) => void }) {
  return (
    <p>
      <Button look="link" onClick={() => onOpen(id)}>
        {t(item.kind === 'sent' ? 'twin-received' : 'twin-sent')}
      </Button>
    </p>
  )
}

function Pending() {
  return (
    <div class="detail-pending">
      {[18, 32, 26, 40, 22, 36].map(chars => (
        <Skeleton key={chars} chars={chars} />
      ))}
    </div>
  )
}

function titleOf({ item, document }: Found): string {
  // One with errors: as it was filed here.
  const type = document?.type ?? (item.kind === 'errors' ? (summaryOf(item)?.type ?? 'invoice') : undefined)
  if (type === undefined) return `${t('message')} ${numberOf(item)}`
  return `${t(type === 'credit-note' ? 'credit-note' : 'invoice')} ${numberOf(item)}`
}
