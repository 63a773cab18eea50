import type { Page } from '../../page/page.ts'

/** The name of a listed company, otherwise its CUI. */
export function companyName(page: Page, cui: string): string {
  return page.overview.value?.companies.find(company => company.cui === cui)?.name ?? cui
}
