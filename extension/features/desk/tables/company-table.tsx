import type { Company } from '../../../../shared/protocol/companies.ts'
import { formatAgo, formatWhole } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { CompanyMenu } from '../../companies/company-menu.tsx'
import { COMPANY_CHOICES, nameOf, orderedCompanies } from '../../companies/company-order.ts'
import { CompanyProblems } from '../../companies/company-problems.tsx'
import type { Page } from '../../page/page.ts'
import { column, type TableSpec } from './table-spec.ts'

/** The companies of the office, the worst first. They are all here already, so the host is not asked. */
export function companyTable(page: Page): TableSpec<Company> {
  return {
    id: 'companies',
    label: 'desk-companies',
    rowHeight: 40,
    usualSort: { by: 'problems', descending: true },
    usualChoice: 'all',
    choices: COMPANY_CHOICES,
    filters: [],
    columns: [
      column('company', 'column-company', 260, nameOf, { grows: true }),
      column('cui', 'cui', 100, ({ cui }) => cui, { canSort: false }),
      column('problems', 'column-problems', 260, company => <CompanyProblems company={company} />),
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
      column('menu', 'column-actions', 70, company => <CompanyMenu key={company.cui} company={company} page={page} />, {
        canSort: false,
      }),
    ],
    idOf: ({ cui }) => cui,
    isUnread: () => false,
    async fetch(view, offset, limit) {
      const rows = orderedCompanies(page.overview.value?.companies ?? [], {
        show: view.filters.show,
        search: view.search,
        ...(view.sort ? { sort: view.sort } : {}),
      })
      return { items: rows.slice(offset, offset + limit), total: rows.length }
    },
  }
}
