import * as v from 'valibot'
import type { Gateway } from '../login/gateway.ts'
import type { DeclarationRegister } from './register.ts'

const Outcome = v.picklist(['valid', 'has-errors', 'not-a-document'])
const NewDeclarationBody = v.strictObject({
  cui: v.string(),
  form: v.string(),
  number: v.exactOptional(v.string()),
  isCounter: v.exactOptional(v.boolean()),
  period: v.exactOptional(v.string()),
  outcome: v.exactOptional(Outcome),
  submittedAt: v.exactOptional(v.number()),
  processedAt: v.exactOptional(v.number()),
})
const Habits = v.strictObject({
  processingMs: v.exactOptional(v.number()),
  receiptMs: v.exactOptional(v.number()),
  inactivityMs: v.exactOptional(v.number()),
  certificateStepMs: v.exactOptional(v.number()),
  outcome: v.exactOptional(v.nullable(Outcome)),
})
const Expiry = v.strictObject({ after: v.exactOptional(v.number()) })

/** The declarations' part of the control door. */
export function declarationDoors(
  register: DeclarationRegister,
  gateway: Gateway,
): Record<string, (body: unknown) => unknown> {
  return {
    'GET /declarations': () => register.submitted,
    'POST /declarations': body => register.add(v.parse(NewDeclarationBody, body)),
    'POST /declarations/habits': body => Object.assign(register.habits, v.parse(Habits, body)),
    'POST /portal/expire': body => {
      gateway.expireSessions(v.parse(Expiry, body).after)
      return {}
    },
    'POST /portal/revalidate': () => {
      gateway.revalidateNext()
      return {}
    },
  }
}
