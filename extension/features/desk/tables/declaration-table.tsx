import type { Declaration } from '../../../../shared/protocol/declarations.ts'
import type { ParamsIn } from '../../../../shared/protocol/methods.ts'
import { formatDay, formatMoment } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { declarationLabel, ownerLabel } from '../../declarations/labels.ts'
import { periodLabel } from '../../mailbox/labels.ts'
import type { Page } from '../../page/page.ts'
import { commonParams, reportedOf } from './filter-values.ts'
import { StateCell } from './state-cell.tsx'
import { column, type TableSpec } from './table-spec.ts'

const SHOWN = {
  all: {},
  open: { open: true },
  errors: { state: 'has-errors' },
  valid: { state: 'valid' },
} as const satisfies Record<string, ParamsIn<'declarations.list'>>

const SORTS = ['created', 'company', 'form', 'period', 'filed', 'state'] as const

export function declarationTable(page: Page): TableSpec<Declaration> {
  return {
    id: 'declarations',
    label: 'desk-declarations',
    rowHeight: 32,
    usualSort: { by: 'created', descending: true },
    usualChoice: 'all',
    choices: [
      { id: 'all', label: 'show-all' },
      { id: 'open', label: 'show-open' },
      { id: 'errors', label: 'show-errors' },
      { id: 'valid', label: 'show-valid' },
    ],
    filters: ['reported'],
    columns: [
      column('filed', 'column-filed', 110, ({ filedOn, createdAt }) =>
        filedOn ? formatDay(locale.value, filedOn) : formatMoment(locale.value, createdAt),
      ),
      column('form', 'column-form', 90, ({ form, fileName }) => form ?? fileName ?? ''),
      column('period', 'column-period', 100, ({ period }) => (period ? periodLabel(period) : '')),
      column('company', 'column-company', 240, ownerLabel, { grows: true }),
      column('state', 'column-state', 220, declaration => <StateCell {...declarationLabel(declaration)} />),
      column('filing-number', 'column-filing-number', 140, ({ filingNumber }) => filingNumber ?? '', {
        canSort: false,
      }),
      column(
        'receipt',
        'column-receipt',
        110,
        ({ receipt }) => (receipt === 'archived' ? t('receipt-archived-word') : ''),
        { canSort: false },
      ),
      column('file', 'column-file', 220, ({ fileName }) => fileName ?? '', { canSort: false, isUsual: false }),
    ],
    idOf: ({ id }) => String(id),
    isUnread: () => false,
    fetch({ filters, sort: chosen, ...view }, offset, limit) {
      const by = SORTS.find(sort => sort === chosen?.by) ?? 'created'
      const reported = reportedOf(filters.reported, page.now.peek())
      return page.host.request('declarations.list', {
        ...commonParams({ ...view, filters, sort: chosen }),
        ...SHOWN[(filters.show ?? 'all') as keyof typeof SHOWN],
        ...(reported ? { reported } : {}),
        sort: { by, descending: chosen?.descending ?? true },
        offset,
        limit,
      })
    },
  }
}
