import { signedAmount } from '../../../shared/documents/storno.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import { formatAmount, formatDay, formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Status } from '../../ui/status.tsx'
import { arrowOf, counterpartOf, kindKey, numberOf, stateOf, summaryOf } from './labels.ts'

/** One document in two lines: counterpart and amount, number and any exception in its state. */
export function InvoiceRow({ item, ownName }: { item: InvoiceItem; ownName: string | undefined }) {
  const state = stateOf(item)
  const invoice = summaryOf(item)
  const day = invoice?.issueDate
  const amount = invoice && signedAmount(invoice)
  return (
    <>
      <div class="row-line">
        <span class="row-who">
          {item.unread && <span class="row-new visually-hidden">{t('unread')} </span>}
          {counterpartOf(item) ?? (item.kind === 'errors' ? t('invoice') : item.type)}
        </span>
        <span class="row-amount numeric">{amount ? formatAmount(locale.value, amount, invoice.currency) : ''}</span>
      </div>
      <div class="row-line">
        <span class="row-which numeric muted">
          <span aria-hidden="true" title={t(kindKey(item))}>
            {arrowOf(item)}
          </span>{' '}
          <span class="visually-hidden">{t(kindKey(item))} </span>
          {numberOf(item)} · {day ? formatDay(locale.value, day) : formatDayOf(locale.value, item.createdAt)}
          {ownName && ` · ${ownName}`}
          {item.book && item.book.state !== 'new' && ` · ${t(`book-${item.book.state}`)}`}
        </span>
        <span class="row-state muted">
          {state.text === 'state-archived' ? (
            // Only exceptions have a mark.
            <span class="visually-hidden">{t(state.word)}</span>
          ) : (
            <Status tone={state.tone}>{t(state.word)}</Status>
          )}
        </span>
      </div>
    </>
  )
}
