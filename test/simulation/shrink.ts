import type { Plan } from './plan.ts'

/** Most runs in the search for a smaller plan. */
const TRIES = 120

/** A smaller plan that `isBroken` too: without unnecessary deeds, faults, crashes and invoices. */
export async function shrink(plan: Plan, isBroken: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < TRIES; ) {
    isSmaller = false
    for (const candidate of smallerPlans(smallest)) {
      if (++tries > TRIES) break
      if (!(await isBroken(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* smallerPlans(plan: Plan): Generator<Plan> {
  for (const faults of shorter(plan.faults)) yield { ...plan, faults }
  for (const crashes of shorter(plan.crashes)) yield { ...plan, crashes }
  for (const filingFaults of shorter(plan.filingFaults)) yield { ...plan, filingFaults }
  for (const deeds of shorter(plan.deeds)) yield { ...plan, deeds }
  if (plan.companies > 1) yield { ...plan, companies: plan.companies - 1 }
  if (plan.invoices > 0) yield { ...plan, invoices: plan.invoices - 1 }
  if (plan.leaving > 0) yield { ...plan, leaving: plan.leaving - 1 }
  if (plan.isBusy) yield { ...plan, isBusy: false }
  if (plan.rebuilds) yield { ...plan, rebuilds: false }
}

/** Each half of a long list, and the list without each of its items. */
function* shorter<T>(items: readonly T[]): Generator<T[]> {
  const middle = items.length >> 1
  if (middle > 1) yield* [items.slice(middle), items.slice(0, middle)]
  for (let at = items.length - 1; at >= 0; at--) yield items.toSpliced(at, 1)
}
