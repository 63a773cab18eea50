import type { CompanyLookup, KnownCompany } from '../../../../shared/protocol/registers/lookups.ts'
import { formatAgo } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import { ListBox } from '../../rows/list-box.tsx'
import { BatchList } from '../batches/batch-list.tsx'
import type { LookupList, Lookups } from './lookups.ts'
import { rowBrief } from './row-summary.ts'

type Props = { page: Page; lookups: Lookups }

/** The lists: recent companies, favourites, batches, and companies asked for together. */
export function LookupLists({ page, lookups }: Props) {
  const list = lookups.list.value
  const open = lookups.batches.items.value?.filter(({ state }) => state === 'running' || state === 'paused').length
  const shown: LookupList[] = [
    'recent',
    'favourites',
    'batches',
    ...(lookups.selection.value ? ['selection' as const] : []),
  ]
  return (
    <>
      <fieldset class="filters">
        <legend class="visually-hidden">{t('filters')}</legend>
        {shown.map(each => (
          <button
            key={each}
            type="button"
            class="filter numeric"
            aria-pressed={list === each}
            onClick={() => lookups.show(each)}
          >
            {each === 'selection'
              ? t('lookup-selection', { n: lookups.selection.value?.cuis.length ?? 0 })
              : t(`lookup-${each}`)}
            {each === 'batches' && open ? (
              <span title={t('batch-open', { n: open })}>
                {' · '}
                <span aria-hidden="true">{open}</span>
                <span class="visually-hidden">{t('batch-open', { n: open })}</span>
              </span>
            ) : null}
          </button>
        ))}
      </fieldset>
      {list === 'batches' && <BatchList page={page} lookups={lookups} />}
      {list === 'selection' && <Selected lookups={lookups} />}
      {(list === 'recent' || list === 'favourites') && <Known page={page} lookups={lookups} />}
    </>
  )
}

function Known({ page, lookups }: Props) {
  const { known, search, list } = lookups
  const favourites = list.value === 'favourites'
  const searching = search.value.trim() !== ''
  const error = known.error.value
  const open = lookups.pane.value?.is === 'company' ? lookups.pane.value.company.cui : undefined
  if (known.total.value === 0 && error === undefined) {
    if (searching) return <EmptyState title={t('lookup-none-fits')} hint={t('lookup-none-fits-hint')} />
    return favourites ? (
      <EmptyState title={t('lookup-no-favourites')} hint={t('lookup-no-favourites-hint')} />
    ) : (
      <EmptyState title={t('lookup-empty')} hint={t('lookup-empty-hint')} />
    )
  }
  return (
    <>
      {error !== undefined && (
        <div class="list-notice">
          <ErrorNotice error={error} action={{ label: t('retry'), run: () => void known.reload() }} />
        </div>
      )}
      <ListBox
        id="known-companies"
        label={t(favourites ? 'lookup-favourites' : 'lookup-recent')}
        total={known.total.value}
        isBeginning={known.isBeginning.value}
        itemAt={index => known.items.value.get(index)}
        keyOf={({ cui }) => cui}
        isSelected={({ cui }) => cui === open}
        onOpen={({ cui }) => lookups.open(cui)}
        onView={(from, to) => void known.need(from, to)}
        begun={known.begun.value}
      >
        {company => <KnownRow company={company} now={page.now.value} />}
      </ListBox>
    </>
  )
}

function KnownRow({
  company: { cui, name, lookedUpAt, favourite, note },
  now,
}: {
  company: KnownCompany
  now: number
}) {
  return (
    <>
      <div class="row-line">
        <span class="row-who">{name || t('company-no-name', { cui })}</span>
        {favourite && (
          <span class="lookup-star" title={t('lookup-favourite')}>
            <span class="visually-hidden">{t('lookup-favourite')}</span>
          </span>
        )}
      </div>
      <div class="row-line">
        <span class="row-which muted numeric">
          {cui}
          {note && ` · ${note}`}
        </span>
        <span class="row-state muted">{formatAgo(locale.value, lookedUpAt, now, 'short')}</span>
      </div>
    </>
  )
}

function Selected({ lookups }: { lookups: Lookups }) {
  const selection = lookups.selection.value
  if (!selection) return null
  const { cuis, lookups: found, error } = selection
  const byCui = new Map(found.map(lookup => [lookup.cui, lookup]))
  const rows = cuis.map(cui => ({ cui, lookup: byCui.get(cui) }))
  const open = lookups.pane.value?.is === 'company' ? lookups.pane.value.company.cui : undefined
  return (
    <>
      {error !== undefined && (
        <div class="list-notice">
          <ErrorNotice error={error} action={{ label: t('retry'), run: () => lookups.lookUp([...cuis]) }} />
        </div>
      )}
      <ListBox
        key={cuis.join(' ')}
        id="selected-companies"
        label={t('lookup-selection', { n: cuis.length })}
        total={rows.length}
        itemAt={index => rows[index]}
        keyOf={({ cui }) => cui}
        isSelected={({ cui }) => cui === open}
        onOpen={({ cui }) => lookups.open(cui)}
      >
        {row => <SelectedRow {...row} />}
      </ListBox>
    </>
  )
}

function SelectedRow({ cui, lookup }: { cui: string; lookup: CompanyLookup | undefined }) {
  const brief = lookup && rowBrief(lookup)
  return (
    <>
      <div class="row-line">
        <span class="row-who">{brief ? brief.name || t('company-no-name', { cui }) : <Skeleton chars={24} />}</span>
        {brief?.state && <Status tone={brief.state.tone}>{brief.state.text}</Status>}
      </div>
      <div class="row-line">
        <span class="row-which muted numeric">
          {cui}
          {lookup && !lookup.hasValidCheckDigit && ` · ${t('lookup-check-digit-short')}`}
        </span>
      </div>
    </>
  )
}
