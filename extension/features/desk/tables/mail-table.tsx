import type { MailboxItem } from '../../../../shared/protocol/mailbox.ts'
import type { ParamsIn } from '../../../../shared/protocol/methods.ts'
import { formatDayOf, formatMoment } from '../../../locales/format.ts'
import { locale } from '../../../locales/locale.ts'
import { mailAbout, mailState, periodLabel, typeName } from '../../mailbox/labels.ts'
import type { Page } from '../../page/page.ts'
import type { DeskView } from '../address.ts'
import { commonParams, daysOf, reportedOf } from './filter-values.ts'
import { StateCell } from './state-cell.tsx'
import { column, type TableSpec } from './table-spec.ts'

type MailFilter = Omit<ParamsIn<'mailbox.list'>, 'limit' | 'offset' | 'sort'>

const SHOWN = {
  all: {},
  receipts: { kind: 'receipt' },
  acts: { kind: 'act' },
  unread: { unread: true },
  missing: { state: 'listed' },
} as const satisfies Record<string, MailFilter>

const SORTS = ['arrived', 'company', 'type', 'period', 'state'] as const

/** The host's filter for a view. `now`: epoch milliseconds, for periods in words. */
export function mailFilter(view: DeskView, now: number): MailFilter {
  const { show = 'all', arrived, reported } = view.filters
  const [arrivedIn, declared] = [daysOf(arrived, now), reportedOf(reported, now)]
  return {
    ...commonParams(view),
    ...SHOWN[show as keyof typeof SHOWN],
    ...(arrivedIn ? { since: arrivedIn.since, until: arrivedIn.until } : {}),
    ...(declared ? { reported: declared } : {}),
  }
}

export function mailTable(page: Page): TableSpec<MailboxItem> {
  return {
    id: 'messages',
    label: 'desk-messages',
    rowHeight: 32,
    usualSort: { by: 'arrived', descending: true },
    usualChoice: 'all',
    choices: [
      { id: 'all', label: 'show-all' },
      { id: 'receipts', label: 'show-receipts' },
      { id: 'acts', label: 'show-acts' },
      { id: 'unread', label: 'show-unread' },
      { id: 'missing', label: 'show-missing' },
    ],
    filters: ['arrived', 'reported'],
    columns: [
      column('arrived', 'column-mail-arrived', 150, ({ createdAt, hasTime }) =>
        hasTime ? formatMoment(locale.value, createdAt) : formatDayOf(locale.value, createdAt),
      ),
      column('type', 'column-type', 180, ({ type }) => typeName(type)),
      column('form', 'column-form', 90, ({ receipt }) => receipt?.form ?? '', { canSort: false }),
      column('period', 'column-period', 90, ({ receipt }) => (receipt?.period ? periodLabel(receipt.period) : '')),
      column('company', 'column-company', 240, ({ companyName, cui }) => companyName ?? cui),
      column('about', 'column-about', 260, mailAbout, { canSort: false, grows: true }),
      column('state', 'column-state', 130, item => <StateCell {...mailState(item)} />),
    ],
    idOf: ({ id }) => id,
    isUnread: ({ seen }) => !seen,
    fetch(view, offset, limit) {
      const by = SORTS.find(sort => sort === view.sort?.by) ?? 'arrived'
      const sort = { by, descending: view.sort?.descending ?? true }
      return page.host.request('mailbox.list', { ...mailFilter(view, page.now.peek()), sort, offset, limit })
    },
  }
}
