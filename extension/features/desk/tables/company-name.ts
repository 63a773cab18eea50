import type { Page } from '../../page/page.ts'

/** The name of one of the companies, else its CUI. */
export function companyName(page: Page, cui: string): string {
  return page.overview.value?.companies.find(company => company.cui === cui)?.name ?? cui
}
