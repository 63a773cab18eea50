import type { Statement } from '../../../../shared/domain/registers.ts'
import { fold } from '../../../../shared/text/fold.ts'

/** How much of a label is read, characters: known ones have some 60, and the expressions are slow on long runs. */
const MOST_LABEL = 200

/** The key figures of a financial statement, money in lei; null when the statement lacks one. */
export type Figures = { turnover: number | null; profit: number | null; employees: number | null }

/**
 * Finds the figures by label, because an indicator's id means different things in different kinds of statement (P-04). A loss
 * is a negative profit; the net result is preferred to the gross one.
 */
export function figuresOf({ indicators }: Statement): Figures {
  const labelled = indicators.map(({ label, value }) => ({ label: fold(label.slice(0, MOST_LABEL)), value }))
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const found = labelled.find(({ label, value }) => value !== null && pattern.test(label))
      if (found) return found.value
    }
    return null
  }
  const result = (kind: RegExp) => {
    const result = find(new RegExp(`profit.*pierder.*${kind.source}`))
    if (result !== null) return result
    const profit = find(new RegExp(`^\\W*profit(?!.*pierder).*${kind.source}`))
    const loss = find(new RegExp(`^\\W*pierder.*${kind.source}`))
    return profit === null && loss === null ? null : (profit ?? 0) - Math.abs(loss ?? 0)
  }
  return {
    turnover: find(/cifra de afaceri/, /venituri(le)? totale/, /total venituri/),
    profit: result(/net/) ?? result(/brut/) ?? result(/(excedent|deficit|$)/),
    employees: find(/numar\w* (mediu )?(de )?(salariati|personal|angajati)/, /salariati/),
  }
}

/** All indicators of some statements by label, in the order of the latest statement that has each. */
export function indicatorRows(statements: readonly Statement[]): { id: string; label: string }[] {
  const rows = new Map<string, { id: string; label: string }>()
  for (const { indicators } of statements) {
    for (const { id, label } of indicators) {
      const key = indicatorKey(id, label)
      if (!rows.has(key)) rows.set(key, { id, label })
    }
  }
  return [...rows.values()]
}

/** Identity of an indicator across years: its label, or its id without one. */
export function indicatorKey(id: string, label: string): string {
  return fold(label) || id
}
