import type { SpvRights } from '../../../shared/protocol/mailbox.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'

type Named = { cui: string; name: string | null }

/** The choices of the panel's switcher: the listed companies, and the others that SPV names. */
export function switcherOf(overview: Overview, rights: SpvRights | undefined): { companies: Named[]; others: Named[] } {
  const listed = new Set(overview.companies.map(({ cui }) => cui))
  const others = rights?.rights.filter(({ cui }) => !listed.has(cui)) ?? []
  return { companies: overview.companies, others }
}

/** Whether the chosen company is no longer offered; false while the rights are unknown. */
export function isGone(cui: string | undefined, overview: Overview, rights: SpvRights | undefined): boolean {
  if (cui === undefined || rights === undefined) return false
  const { companies, others } = switcherOf(overview, rights)
  return ![...companies, ...others].some(each => each.cui === cui)
}
