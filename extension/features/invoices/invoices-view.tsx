import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useMedia } from '../../ui/media.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import type { Filings } from '../uploads/filings.ts'
import { InvoiceDetail } from './invoice-detail.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import type { InvoiceList } from './list-model.ts'
import { FILTERS, type Filter, isWhole } from './query.ts'
import './invoices.css'

/** Rest after the last key before the list is asked, in milliseconds. */
const SEARCH_REST = 200
/** How long the list is in view before what is new counts as seen, in milliseconds. */
const SEEN_AFTER = 1500
/** When list and detail stand side by side; the same width is in invoices.css. */
const SIDE_BY_SIDE = '(min-width: 720px)'

type Props = {
  page: Page
  list: InvoiceList
  selected: ReadonlySignal<string | undefined>
  select: (id?: string) => void
  filings: Filings
  onUpload: () => void
}

/** Search, filters, list and the chosen document. */
export function InvoicesView({ page, list, selected, select, filings, onUpload }: Props) {
  const query = list.query.value
  const companies = page.overview.value?.companies
  const ownNames =
    query.cui === undefined && companies && companies.length > 1
      ? new Map(companies.map(({ cui, name }) => [cui, name ?? t('company-no-name', { cui })]))
      : undefined
  useMarkSeen(page, list)

  const wide = useMedia(SIDE_BY_SIDE)
  const open = selected.value !== undefined
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) document.getElementById('invoice-list')?.focus()
    wasOpen.current = open
  }, [open])

  const close = () => select(undefined)
  const showAll = () => void list.ask({ cui: query.cui, filter: 'all', search: '' })
  const empty = list.total.value === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from wherever the focus is
    <div
      class={`invoices${open ? ' has-detail' : ''}`}
      onKeyDown={event => {
        if (event.key === 'Escape' && !isField(event.target)) close()
      }}
    >
      <div class="invoices-list" inert={open && !wide}>
        <div class="invoices-top">
          <Search list={list} />
          <Button onClick={onUpload}>{t('upload-invoices')}</Button>
        </div>
        <Filters list={list} />
        {list.error.value !== undefined && (
          <div class="invoices-notice">
            <ErrorNotice error={list.error.value} action={{ label: t('retry'), run: () => void list.reload() }} />
          </div>
        )}
        {empty ? (
          <EmptyState
            title={t(isWhole(query) ? 'empty-list' : 'empty-search')}
            hint={t(isWhole(query) ? 'empty-list-hint' : 'empty-search-hint')}
          >
            {!isWhole(query) && <Button onClick={showAll}>{t('clear-filters')}</Button>}
          </EmptyState>
        ) : (
          <InvoiceRows list={list} ownNames={ownNames} selected={selected.value} onSelect={select} />
        )}
      </div>
      <div class="invoices-detail">
        {selected.value ? (
          <InvoiceDetail
            key={selected.value}
            id={selected.value}
            page={page}
            filings={filings}
            onOpen={select}
            onClose={close}
          />
        ) : (
          <p class="invoices-none muted">{t('choose-invoice')}</p>
        )}
      </div>
    </div>
  )
}

/** Escape in a field is about the field. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function Search({ list }: { list: InvoiceList }) {
  const query = list.query.value
  const text = useSignal(query.search)
  useEffect(() => {
    text.value = query.search
  }, [query.search, text])
  useEffect(() => {
    if (text.value === query.search) return
    const timer = setTimeout(() => void list.ask({ ...list.query.value, search: text.value }), SEARCH_REST)
    return () => clearTimeout(timer)
  }, [text.value, query.search, list])
  return (
    <input
      class="input"
      type="search"
      placeholder={t('search-invoices')}
      aria-label={t('search-invoices')}
      value={text.value}
      onInput={event => {
        text.value = event.currentTarget.value
      }}
    />
  )
}

function Filters({ list }: { list: InvoiceList }) {
  const query = list.query.value
  const choose = (filter: Filter) => void list.ask({ ...list.query.value, filter })
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{t('filters')}</legend>
      {FILTERS.map(filter => (
        <button
          key={filter}
          type="button"
          class="filter"
          aria-pressed={query.filter === filter}
          onClick={() => choose(filter)}
        >
          {t(`filter-${filter}`)}
        </button>
      ))}
      <span class="filters-count muted numeric" aria-live="polite">
        {list.total.value !== undefined && t('invoice-count', { n: list.total.value })}
      </span>
    </fieldset>
  )
}

/** Tells the host that what is new was looked at; the marks in this list stay until it is loaded anew. */
function useMarkSeen(page: Page, list: InvoiceList): void {
  const query = list.query.value
  const companies = page.overview.value?.companies ?? []
  const unread = companies.some(({ cui, unread }) => unread > 0 && (query.cui ?? cui) === cui)
  const shown = unread && isWhole(query) && list.items.value.size > 0
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      void page.host
        .request('invoices.markSeen', query.cui === undefined ? {} : { cui: query.cui })
        .then(page.changed)
        // The next look at the list tries again; the user asked for nothing here that could fail.
        .catch(error => console.warn('recipisa:', error))
    }, SEEN_AFTER)
    return () => clearTimeout(timer)
  }, [shown, query.cui, page])
}
