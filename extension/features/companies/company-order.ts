import type { Company } from '../../../shared/protocol/companies.ts'
import { fold, hasWords } from '../../../shared/text/search-words.ts'
import { t } from '../../locales/locale.ts'

/** Which of the companies are shown. */
export const COMPANY_CHOICES = [
  { id: 'problems', label: 'show-problems' },
  { id: 'denied', label: 'show-denied' },
  { id: 'all', label: 'show-all' },
] as const
export type CompanyChoice = (typeof COMPANY_CHOICES)[number]['id']

const SHOWN: Readonly<Record<CompanyChoice, (company: Company) => boolean>> = {
  all: () => true,
  problems: company => problemsOf(company) > 0,
  denied: ({ rights }) => rights === 'denied',
}

/** Values to sort by; the worst problem has the greatest value. */
const SORT_KEYS: Readonly<Record<string, (company: Company) => number | string>> = {
  // Somebody else grants rights; errors and failed downloads are handled here.
  problems: ({ refused, failed, rights }) => (refused + failed) * 2 + (rights === 'denied' ? 1 : 0),
  company: company => fold(nameOf(company)),
  rights: ({ rights }) => rights,
  archived: ({ archived }) => archived,
  new: ({ unread }) => unread,
  synced: ({ syncedAt }) => syncedAt ?? 0,
}

export type CompanyOrder = { show: string | undefined; search: string; sort?: { by: string; descending: boolean } }

export const nameOf = ({ name, cui }: Pick<Company, 'name' | 'cui'>): string => name ?? t('company-no-name', { cui })

/** The companies of a choice and a search, the worst first unless another order is requested. */
export function orderedCompanies(companies: readonly Company[], { show, search, sort }: CompanyOrder): Company[] {
  const chosen = COMPANY_CHOICES.find(({ id }) => id === show)?.id ?? 'all'
  const { by, descending } = sort ?? { by: 'problems', descending: true }
  const key = SORT_KEYS[by] ?? nameOf
  const sign = descending ? -1 : 1
  return (
    companies
      // Companies have neither amounts nor days: here the whole search is text.
      .filter(company => SHOWN[chosen](company) && hasWords(`${nameOf(company)} ${company.cui}`, search))
      .toSorted((a, b) => sign * compare(key(a), key(b)) || compare(fold(nameOf(a)), fold(nameOf(b))))
  )
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}

/** The number of a company's open problems. */
export function problemsOf({ refused, failed, rights }: Company): number {
  return refused + failed + (rights === 'denied' ? 1 : 0)
}
