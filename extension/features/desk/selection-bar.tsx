import { useRef } from 'preact/hooks'
import type { InvoiceSelection } from '../../../shared/protocol/invoices/selection.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useHeir } from '../../ui/use-heir.ts'
import { ExportDialog } from '../books/export-dialog.tsx'
import { isUnsent } from '../books/export-run.ts'
import { MarkMany } from '../books/mark-many.tsx'
import type { Page } from '../page/page.ts'
import type { DeskView } from './address.ts'
import { FORMATS_OF, type Order } from './desk-exports.ts'
import type { DeskState } from './desk-state.ts'
import { countOf, NONE, type Selection } from './selection.ts'
import { invoiceFilter } from './tables/invoice-table.tsx'
import { mailFilter } from './tables/mail-table.tsx'

/** The number of selected rows, and the actions on them: the host runs them, so all rows are as easy as ten. */
export function SelectionBar({ page, desk }: { page: Page; desk: DeskState }) {
  const { table } = desk.view.value
  const count = countOf(desk.selection.value, desk.tables[table].pages.total.value ?? 0)
  if (count === 0 || (table !== 'invoices' && table !== 'messages')) return null
  return <Bar page={page} desk={desk} table={table} count={count} />
}

type BarProps = { page: Page; desk: DeskState; table: 'invoices' | 'messages'; count: number }

/** Once nothing is selected, the table gets the focus back. */
function Bar({ page, desk, table, count }: BarProps) {
  const { exports } = desk
  const box = useRef<HTMLDivElement>(null)
  useHeir(box, () => document.querySelector('.table > table'))
  const begin = (format: Order['format']) => {
    const wanted = { format, folder: exports.folder.peek(), locale: locale.peek() }
    void exports.begin(orderOf(desk.view.peek(), desk.selection.peek(), wanted, page.now.peek()))
  }
  return (
    <>
      <div ref={box} class="selection-bar">
        <span class="numeric" role="status">
          {t('selected-count', { n: count })}
        </span>
        {FORMATS_OF[table].map((format, at) => (
          <Button key={format} look={at === 0 ? 'primary' : 'plain'} onClick={() => begin(format)}>
            {t(table === 'messages' && format === 'originals' ? 'export-documents' : `export-${format}`)}
          </Button>
        ))}
        <Destination desk={desk} />
        {table === 'invoices' && (
          <MarkMany
            host={page.host}
            selection={booked(desk.view.value, desk.selection.value, page.now.peek())}
            onMarked={() => void desk.tables.invoices.pages.reload()}
          />
        )}
        {table === 'invoices' && (
          <Button look="link" onClick={desk.bookExport.show}>
            {t('book-export-open')}
          </Button>
        )}
        <Button
          look="link"
          onClick={() => {
            desk.selection.value = NONE
          }}
        >
          {t('select-none')}
        </Button>
      </div>
      {exports.error.value !== undefined && <ErrorNotice error={exports.error.value} />}
    </>
  )
}

/** The export of the selected invoices. Once it has begun it stays, also when they are no longer selected. */
export function BookExport({ page, desk }: { page: Page; desk: DeskState }) {
  const { bookExport, selection, tables, view } = desk
  const hasSelected = countOf(selection.value, tables.invoices.pages.total.value ?? 0) > 0
  if (!bookExport.open.value || (!hasSelected && isUnsent(bookExport.phase.value))) return null
  return (
    <ExportDialog
      run={bookExport}
      selection={hasSelected ? booked(view.value, selection.value, page.now.peek()) : undefined}
      scope="book-export-scope-selected"
    />
  )
}

/** The destination of the documents: one file in Downloads, or a folder. */
function Destination({ desk }: { desk: DeskState }) {
  const { folder } = desk.exports
  const words = folder.value.trim() === '' ? t('export-to-downloads') : t('export-to-folder', { folder: folder.value })
  return (
    <Menu label={words} words={words}>
      <div class="field">
        <label for="export-folder">{t('export-folder')}</label>
        <input
          id="export-folder"
          class="input"
          value={folder.value}
          aria-describedby="export-folder-hint"
          onInput={event => {
            folder.value = event.currentTarget.value
          }}
        />
        <span id="export-folder-hint" class="hint">
          {t('export-folder-hint')}
        </span>
      </div>
    </Menu>
  )
}

/** The selected invoices, on their way into accounting. */
function booked(view: DeskView, selection: Selection, now: number): InvoiceSelection {
  return selection.all
    ? { filter: invoiceFilter(view, now), except: [...selection.except] }
    : { ids: [...selection.ids] }
}

type Wanted = { format: Order['format']; folder: string; locale: Order['locale'] }

function orderOf(view: DeskView, selection: Selection, { format, folder, locale }: Wanted, now: number): Order {
  const which = selection.all ? { except: [...selection.except] } : { ids: [...selection.ids] }
  const where = { ...(folder.trim() === '' ? {} : { folder: folder.trim() }), locale }
  if (view.table === 'invoices')
    return { area: 'invoices', format, filter: invoiceFilter(view, now), ...which, ...where }
  // Its table has no other format.
  if (format === 'xml' || format === 'pdf') throw new Error(`messages have no ${format}`)
  return { area: 'mailbox', format, filter: mailFilter(view, now), ...which, ...where }
}
