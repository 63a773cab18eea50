import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'

type Companies = ResultOf<'declarations.calendar'>['companies']

/** The declarations of a year by company, form and month. Where the period is unknown, the day of submission gives the month. */
export function calendarOf(declarations: readonly Declaration[], year: number): Companies {
  const companies = new Map<string, { name: string | null; forms: Map<string, Map<number | null, Declaration[]>> }>()
  for (const declaration of declarations) {
    const { cui, companyName, form, period, filedOn } = declaration
    if (cui === null || form === null) continue
    const month = period ? period.month : filedOn === null ? null : Number(filedOn.slice(5, 7))
    if ((period?.year ?? Number(filedOn?.slice(0, 4))) !== year) continue
    const company = companies.get(cui) ?? { name: companyName, forms: new Map() }
    companies.set(cui, company)
    company.name ??= companyName
    const cells = company.forms.get(form) ?? new Map<number | null, Declaration[]>()
    company.forms.set(form, cells)
    cells.set(month, [...(cells.get(month) ?? []), declaration])
  }
  return [...companies].map(([cui, { name, forms }]) => ({
    cui,
    name,
    forms: [...forms]
      .sort(([a], [b]) => a.localeCompare(b, 'ro', { numeric: true }))
      .map(([form, cells]) => ({
        form,
        cells: [...cells]
          .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
          .map(([month, filed]) => ({
            month,
            declarations: filed.map(({ id, state, isUnconfirmed }) => ({ id, state, isUnconfirmed })),
          })),
      })),
  }))
}
