import type { Company } from '../../../../shared/protocol/companies.ts'
import { readSearch } from '../../../../shared/search/read-search.ts'
import { fold } from '../../../../shared/text/search-words.ts'
import { formatAgo, formatWhole } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import type { DeskView } from '../address.ts'
import { CompanyMenu } from './company-menu.tsx'
import { column, type TableSpec } from './table-spec.ts'

const SHOWN: Readonly<Record<string, (company: Company) => boolean>> = {
  all: () => true,
  problems: company => problemsOf(company) > 0,
  denied: ({ rights }) => rights === 'denied',
}

const nameOf = ({ name, cui }: Company): string => name ?? t('company-no-name', { cui })

/** Values to sort by; the greatest problem is the greatest value. */
const SORT_KEYS: Readonly<Record<string, (company: Company) => number | string>> = {
  problems: company => problemsOf(company) * 2 + (company.rights === 'denied' ? 1 : 0),
  company: company => fold(nameOf(company)),
  rights: ({ rights }) => rights,
  archived: ({ archived }) => archived,
  new: ({ unread }) => unread,
  synced: ({ syncedAt }) => syncedAt ?? 0,
}

/** The companies of the office, the worst first. All of them are here already, so that the host is not asked. */
export function companyTable(page: Page): TableSpec<Company> {
  return {
    id: 'companies',
    label: 'desk-companies',
    rowHeight: 40,
    usualSort: { by: 'problems', descending: true },
    usualChoice: 'all',
    choices: [
      { id: 'problems', label: 'show-problems' },
      { id: 'denied', label: 'show-denied' },
      { id: 'all', label: 'show-all' },
    ],
    filters: [],
    columns: [
      column('company', 'column-company', 260, nameOf, { grows: true }),
      column('cui', 'cui', 100, ({ cui }) => cui, { canSort: false }),
      column('problems', 'column-problems', 260, company => <Problems company={company} />),
      column('archived', 'column-archived', 100, ({ archived }) => formatWhole(locale.value, archived), {
        isNumeric: true,
      }),
      column('new', 'column-new', 80, ({ unread }) => (unread > 0 ? formatWhole(locale.value, unread) : ''), {
        isNumeric: true,
      }),
      column('synced', 'column-synced', 160, ({ syncedAt, archived }) =>
        syncedAt === null
          ? t(archived > 0 ? 'synced-partly' : 'synced-never')
          : formatAgo(locale.value, syncedAt, page.now.value),
      ),
      column('rights', 'column-rights', 170, ({ rights }) => t(`rights-${rights}`), { isUsual: false }),
      column('menu', 'column-actions', 70, company => <CompanyMenu company={company} page={page} />, {
        canSort: false,
      }),
    ],
    idOf: ({ cui }) => cui,
    isUnread: () => false,
    async fetch(view, offset, limit) {
      const rows = rowsOf(page.overview.value?.companies ?? [], view)
      return { items: rows.slice(offset, offset + limit), total: rows.length }
    },
  }
}

function rowsOf(companies: readonly Company[], view: DeskView): Company[] {
  const shown = SHOWN[view.filters.show ?? 'all'] ?? (() => true)
  // Companies have neither amounts nor days: all of the search is text here.
  const words = readSearch(view.search, '2000-01-01').map(({ written }) => fold(written.replaceAll('"', '')))
  const { by, descending } = view.sort ?? { by: 'problems', descending: true }
  const key = SORT_KEYS[by] ?? nameOf
  const sign = descending ? -1 : 1
  return companies
    .filter(company => shown(company) && words.every(word => fold(`${nameOf(company)} ${company.cui}`).includes(word)))
    .toSorted((a, b) => sign * compare(key(a), key(b)) || compare(fold(nameOf(a)), fold(nameOf(b))))
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}

/** How many things of a company need somebody. */
function problemsOf({ refused, failed, rights }: Company): number {
  return refused + failed + (rights === 'denied' ? 1 : 0)
}

function Problems({ company: { refused, failed, rights } }: { company: Company }) {
  const words = [
    ...(refused > 0 ? [t('problem-refused', { n: refused })] : []),
    ...(failed > 0 ? [t('problem-failed', { n: failed })] : []),
    ...(rights === 'denied' ? [t('problem-rights')] : []),
  ]
  if (words.length === 0) return null
  return <Status tone={refused + failed > 0 ? 'bad' : 'wait'}>{words.join(' · ')}</Status>
}
