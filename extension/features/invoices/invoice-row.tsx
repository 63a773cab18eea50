import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import { formatAmount, formatDay, formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { arrowOf, counterpartOf, kindKey, numberOf, stateOf } from './words.ts'

type Props = {
  index: number
  /** Distance from the top of the list in pixels. */
  top: number
  /** Rows in the whole list; undefined while that is not known. */
  count: number | undefined
  item: InvoiceItem | undefined
  ownNames: ReadonlyMap<string, string> | undefined
  active: boolean
  selected: string | undefined
  onOpen: (index: number) => void
}

/** One document in two lines: who and how much, which and how it stands. */
export function InvoiceRow({ index, top, count, item, ownNames, active, selected, onOpen }: Props) {
  const place = {
    style: { transform: `translateY(${top}px)` },
    'aria-posinset': index + 1,
    'aria-setsize': count ?? -1,
  }
  if (!item) {
    return (
      <div class="row" role="option" aria-selected={false} tabIndex={-1} {...place}>
        <div class="row-line">
          <Skeleton chars={24} />
          <Skeleton chars={8} />
        </div>
        <div class="row-line">
          <Skeleton chars={20} />
        </div>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys for all rows
    <div
      id={`invoice-row-${index}`}
      class={`row${active ? ' active' : ''}${item.unread ? ' unread' : ''}`}
      role="option"
      aria-selected={item.id === selected}
      tabIndex={-1}
      data-testid={`invoice-${item.id}`}
      onClick={() => onOpen(index)}
      {...place}
    >
      <RowWords item={item} ownName={ownNames?.get(item.cui)} />
    </div>
  )
}

function RowWords({ item, ownName }: { item: InvoiceItem; ownName: string | undefined }) {
  const state = stateOf(item)
  const day = item.invoice?.issueDate
  const amount = item.invoice?.payableAmount
  return (
    <>
      <div class="row-line">
        <span class="row-who">
          {item.unread && <span class="row-new visually-hidden">{t('unread')} </span>}
          {counterpartOf(item) ?? item.type}
        </span>
        <span class="row-amount numeric">
          {amount ? formatAmount(locale.value, amount, item.invoice?.currency ?? null) : ''}
        </span>
      </div>
      <div class="row-line">
        <span class="row-which numeric muted">
          <span aria-hidden="true" title={t(kindKey(item))}>
            {arrowOf(item)}
          </span>{' '}
          <span class="visually-hidden">{t(kindKey(item))} </span>
          {numberOf(item)} · {day ? formatDay(locale.value, day) : formatDayOf(locale.value, item.createdAt)}
          {ownName && ` · ${ownName}`}
        </span>
        <span class="row-state muted">
          {state.tone === 'good' ? (
            <span class="row-archived" title={t(state.text)}>
              <span class="visually-hidden">{t(state.word)}</span>
            </span>
          ) : (
            <Status tone={state.tone}>{t(state.word)}</Status>
          )}
        </span>
      </div>
    </>
  )
}
