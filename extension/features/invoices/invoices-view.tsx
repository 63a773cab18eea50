import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { useCallback } from 'preact/hooks'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { BookFilter } from '../books/book-filter.tsx'
import type { ExportRun } from '../books/export-run.ts'
import type { Page } from '../page/page.ts'
import { ListAndDetail } from '../rows/list-and-detail.tsx'
import { ListBox } from '../rows/list-box.tsx'
import { SearchField } from '../rows/search-field.tsx'
import { SeenAllButton } from '../rows/seen-all-button.tsx'
import { InvoiceRow } from './invoice-row.tsx'
import type { InvoiceList } from './list-model.ts'
import { FILTERS, type Filter, isWhole, selectionOf } from './query.ts'
import { useChoices } from './use-choices.ts'
import './invoices.css'

const ExportDialog = lazy(async () => (await import('../books/export-dialog.tsx')).ExportDialog)
const InvoiceDetail = lazy(async () => (await import('./invoice-detail.tsx')).InvoiceDetail)

type Props = {
  page: Page
  list: InvoiceList
  bookExport: ExportRun
  selected: ReadonlySignal<string | undefined>
  select: (id?: string) => void
  /** Draws the reply to a received invoice. */
  reply: (item: InvoiceItem) => ComponentChild
  /** Draws how an invoice with errors is corrected. */
  correct: (item: InvoiceItem) => ComponentChild
  onUpload: () => void
  /** Brings the comparison with a ledger to the front. */
  onLedger: () => void
}

/** Search, filters, list and the chosen document. */
export function InvoicesView({ page, list, bookExport, selected, select, reply, correct, onUpload, onLedger }: Props) {
  const query = list.query.value
  const companies = page.overview.value?.companies
  const ownNames =
    query.cui === undefined && companies && companies.length > 1
      ? new Map(companies.map(({ cui, name }) => [cui, name ?? t('company-no-name', { cui })]))
      : undefined
  const chosen = selected.value === undefined ? [] : [selected.value]

  const showAll = () => void list.ask({ cui: query.cui, filter: 'all', search: '' })
  const onSearch = useCallback((search: string) => void list.ask({ ...list.query.peek(), search }), [list])
  return (
    <ListAndDetail
      invitation={<p class="muted">{t('choose-invoice')}</p>}
      onBack={() => select(undefined)}
      list={
        <>
          <div class="list-top">
            <SearchField label={t('search-invoices')} search={query.search} onSearch={onSearch} />
            <Button onClick={onUpload}>{t('upload-invoices')}</Button>
          </div>
          <Filters page={page} list={list}>
            <SeenAll page={page} list={list} />
          </Filters>
          <div class="list-books">
            <BookFilter selected={query.book} onSelect={book => void list.ask({ ...list.query.value, book })} />
            <Button look="link" onClick={bookExport.show}>
              {t('book-export-open')}
            </Button>
            <Button look="link" onClick={onLedger}>
              {t('ledger-open')}
            </Button>
          </div>
          {bookExport.open.value && <ExportDialog run={bookExport} selection={selectionOf(query)} />}
          {list.error.value !== undefined && (
            <div class="list-notice">
              <ErrorNotice error={list.error.value} action={{ label: t('retry'), run: () => void list.reload() }} />
            </div>
          )}
          {list.total.value === 0 && list.error.value === undefined ? (
            <EmptyState
              title={t(isWhole(query) ? 'empty-list' : 'empty-search')}
              hint={t(isWhole(query) ? 'empty-list-hint' : 'empty-search-hint')}
            >
              {!isWhole(query) && <Button onClick={showAll}>{t('clear-filters')}</Button>}
            </EmptyState>
          ) : (
            <ListBox
              id="invoice-list"
              label={t('invoices')}
              total={list.total.value}
              isBeginning={list.isBeginning.value}
              itemAt={index => list.items.value.get(index)}
              keyOf={({ id }) => `invoice-${id}`}
              isSelected={({ id }) => id === selected.value}
              isUnread={({ unread }) => unread}
              onOpen={({ id }) => select(id)}
              onView={(from, to) => void list.need(from, to)}
              begun={list.begun.value}
            >
              {item => <InvoiceRow item={item} ownName={ownNames?.get(item.cui)} />}
            </ListBox>
          )}
        </>
      }
      details={chosen.map(id => ({
        key: id,
        content: (
          <InvoiceDetail
            id={id}
            page={page}
            reply={reply}
            correct={correct}
            onOpen={select}
            onClose={() => select(undefined)}
            onMarked={() => void list.reload()}
          />
        ),
      }))}
    />
  )
}

/** The names of the filters in `InvoicesSummary`. */
const CHOICE_OF = { all: 'all', received: 'received', sent: 'sent', refused: 'errors' } as const

function Filters({ page, list, children }: { page: Page; list: InvoiceList; children: ComponentChild }) {
  const choices = useChoices(page, list)
  const query = list.query.value
  const choose = (filter: Filter) => void list.ask({ ...list.query.value, filter })
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{t('filters')}</legend>
      {FILTERS.map(filter => (
        <FilterChip
          key={filter}
          label={t(`filter-${filter}`)}
          count={choices.value?.[CHOICE_OF[filter]]}
          pressed={query.filter === filter}
          onClick={() => choose(filter)}
        />
      ))}
      <span class="filters-count muted numeric" aria-live="polite">
        {list.total.value !== undefined && t('invoice-count', { n: list.total.value })}
      </span>
      {children}
    </fieldset>
  )
}

/** Marks everything as read; drawn only while there are new ones. Opening a document marks it as read. */
function SeenAll({ page, list }: { page: Page; list: InvoiceList }) {
  const { cui } = list.query.value
  const companies = page.overview.value?.companies ?? []
  if (!companies.some(company => company.unread > 0 && (cui ?? company.cui) === company.cui)) return null
  const mark = async () => {
    try {
      await page.host.request('invoices.markSeen', cui === undefined ? {} : { cui })
      await page.changed()
    } catch (error) {
      console.warn('recipisa:', error) // marks and button stay
    }
  }
  return <SeenAllButton label={t('invoices-seen-all')} onClick={() => void mark()} />
}
