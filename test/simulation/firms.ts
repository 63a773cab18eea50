import { type Company, inventCompany } from '../authority/world/companies.ts'
import { MOST_COMPANIES } from './plan.ts'
import { randomOf } from './seed.ts'

/** The partner of every invoice, and the companies of the office. */
export const [PARTNER, ...FIRMS] = inventFirms(MOST_COMPANIES + 1)

function inventFirms(count: number): [Company, ...Company[]] {
  const [random, taken] = [randomOf(0, 'firms'), new Set<string>()]
  return Array.from({ length: count }, () => inventCompany(random, taken)) as [Company, ...Company[]]
}
