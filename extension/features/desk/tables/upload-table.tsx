import { signedAmount } from '../../../../shared/documents/storno.ts'
import type { ParamsIn } from '../../../../shared/protocol/methods.ts'
import type { Upload } from '../../../../shared/protocol/uploads.ts'
import { formatAmount, formatMoment } from '../../../locales/format.ts'
import { locale } from '../../../locales/locale.ts'
import type { Page } from '../../page/page.ts'
import { UPLOAD_LABELS, uploadName } from '../../uploads/labels.ts'
import { companyName } from './company-name.ts'
import { commonParams } from './filter-values.ts'
import { StateCell } from './state-cell.tsx'
import { column, type TableSpec } from './table-spec.ts'

const SHOWN = {
  all: {},
  open: { state: 'processing' },
  refused: { refused: true },
} as const satisfies Record<string, ParamsIn<'uploads.list'>>

const SORTS = ['created', 'company', 'number', 'partner', 'amount', 'state'] as const

export function uploadTable(page: Page): TableSpec<Upload> {
  return {
    id: 'uploads',
    label: 'desk-uploads',
    rowHeight: 32,
    usualSort: { by: 'created', descending: true },
    usualChoice: 'all',
    choices: [
      { id: 'all', label: 'show-all' },
      { id: 'open', label: 'show-open' },
      { id: 'refused', label: 'show-refused' },
    ],
    filters: [],
    columns: [
      column('created', 'column-sent', 150, ({ createdAt }) => formatMoment(locale.value, createdAt)),
      column('number', 'column-number', 150, uploadName),
      column('partner', 'column-partner', 220, partnerOf, { grows: true }),
      column('company', 'column-company', 220, ({ cui }) => companyName(page, cui)),
      column(
        'amount',
        'column-amount',
        140,
        ({ invoice }) => {
          const amount = invoice && signedAmount(invoice)
          return amount ? formatAmount(locale.value, amount, invoice.currency) : ''
        },
        { isNumeric: true },
      ),
      column('state', 'column-state', 200, ({ state }) => <StateCell {...UPLOAD_LABELS[state]} />),
      column('upload-index', 'column-upload-index', 130, ({ uploadIndex }) => uploadIndex ?? '', { canSort: false }),
      column('file', 'column-file', 200, ({ fileName }) => fileName, { canSort: false, isUsual: false }),
    ],
    idOf: ({ id }) => String(id),
    isUnread: () => false,
    fetch(view, offset, limit) {
      const by = SORTS.find(sort => sort === view.sort?.by) ?? 'created'
      return page.host.request('uploads.list', {
        ...commonParams(view),
        ...SHOWN[(view.filters.show ?? 'all') as keyof typeof SHOWN],
        sort: { by, descending: view.sort?.descending ?? true },
        offset,
        limit,
      })
    },
  }
}

function partnerOf({ invoice, cui }: Upload): string {
  if (!invoice) return ''
  return (invoice.sellerCui === cui ? invoice.buyerName : invoice.sellerName) ?? ''
}
