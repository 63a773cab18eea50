import { isReceiptGone } from '../../../shared/filings/receipt-days.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatAgo, formatDay, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Badge, Status } from '../../ui/status.tsx'
import { useSaving } from '../documents/use-saving.tsx'
import { FileAlone, waitsForYes } from '../office/file-alone.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import type { DeclarationList } from './declaration-list.ts'
import { declarationLabel, declarationName, ownerLabel } from './labels.ts'
import { MissingDetails } from './missing-details.tsx'
import '../rows/filings.css'

const OVER: readonly DeclarationState[] = ['valid', 'has-errors', 'not-a-document']

type Props = {
  declaration: Declaration
  page: Page
  list: DeclarationList
  /** Opens the mailbox message that confirms the declaration. */
  onOpenMessage?: ((id: string) => void) | undefined
  /** False below a heading with its name. */
  isNamed?: boolean
}

/** One declaration: its name, state, receipt and actions. */
export function DeclarationRow({ declaration, page, list, onOpenMessage, isNamed = true }: Props) {
  const { id, filedOn, createdAt, checkedAt, state, receipt, receiptMessageId, isCounter, seat } = declaration
  const moving = state === 'processing' || state === 'unknown'
  const isGone = isReceiptGone(filedOn, page.now.value)
  // A declaration with errors needs it most: the receipt lists them.
  const lacksReceipt =
    OVER.includes(state) && !isCounter && (receipt === 'none' || (receipt === 'unavailable' && !isGone))
  const when = filedOn ? formatDay(locale.value, filedOn) : formatMoment(locale.value, createdAt)
  return (
    <li class="filing" id={`declaration-${id}`} tabIndex={-1} data-testid={`declaration-${id}`}>
      <div class="draft-head">
        {isNamed && <span class="draft-title">{declarationName(declaration)}</span>}
        {isCounter && <Badge tone="idle">{t('declaration-counter')}</Badge>}
        {declaration.isOverdue && <Badge tone="wait">{t('declaration-overdue')}</Badge>}
      </div>
      <p>{ownerLabel(declaration)}</p>
      <DeclarationStatus declaration={declaration} />
      {waitsForYes(declaration) && (
        <FileAlone name={declarationName(declaration)} file={async () => void (await list.submitAlone(declaration))} />
      )}
      <p class="muted numeric draft-file">
        {when}
        {declaration.filingNumber && ` · ${t('upload-index')} ${declaration.filingNumber}`}
        {seat !== undefined && ` · ${t('office-from', { seat })}`}
        {checkedAt !== null &&
          ` · ${t('upload-checked', { when: formatAgo(locale.value, checkedAt, page.now.value, 'short') })}`}
      </p>
      <MissingDetails declaration={declaration} page={page} list={list} />
      {receipt === 'unavailable' && <p class="muted">{t(isGone ? 'receipt-unavailable' : 'receipt-not-yet')}</p>}
      <div class="draft-actions">
        {receipt === 'archived' && <SaveReceipt id={id} page={page} />}
        {receiptMessageId && onOpenMessage && (
          <Button look="link" onClick={() => onOpenMessage(receiptMessageId)}>
            {t('declaration-open-message')}
          </Button>
        )}
        {(moving || lacksReceipt) && <CheckNow id={id} list={list} />}
      </div>
    </li>
  )
}

/** A declaration's state, its reasons, and the next step. */
export function DeclarationStatus({ declaration }: { declaration: Declaration }) {
  const { findings, trouble, isUnconfirmed } = declaration
  const { word, tone, next } = declarationLabel(declaration)
  return (
    <>
      <p class="filing-state" role="status">
        <Status tone={tone}>{t(word)}</Status>
      </p>
      {findings.length > 0 && (
        <ul class="findings">
          {findings.map(finding => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      {isUnconfirmed && <p class="muted">{t('declaration-unconfirmed-hint')}</p>}
      {next && <p class="muted">{t(next)}</p>}
      {trouble && tone !== 'good' && <FailureNotice failure={describeBody(trouble, locale.value)} />}
    </>
  )
}

function SaveReceipt({ id, page }: { id: number; page: Page }) {
  const { busy, save, outcome } = useSaving(page.host)
  return (
    <>
      <Button
        disabled={busy}
        title={t('receipt-save-title')}
        onClick={() => save({ area: 'declarations', id: String(id), as: 'receipt' })}
      >
        {t('receipt')}
      </Button>
      {outcome}
    </>
  )
}

function CheckNow({ id, list }: { id: number; list: DeclarationList }) {
  const { isBusy, error, run } = useCall()
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(() => list.check(id))}>
        {t('upload-check')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
