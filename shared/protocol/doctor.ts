import * as v from 'valibot'

/** `look`: it works, or may work, and deserves a look; `none`: not applicable to this computer. */
export const CheckState = v.picklist(['fine', 'look', 'broken', 'none'])
export type CheckState = v.InferOutput<typeof CheckState>

/**
 * One check of the doctor. `id` is the kind of check, `finding` its finding (`shared/doctor/findings.ts`, or the reason
 * of an error), `params` fill its sentences. `message` is English, for a side that does not know the finding. The home
 * folder is `~` in every text, and no text holds a secret or a company.
 */
export const Check = v.object({
  id: v.string(),
  state: CheckState,
  finding: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
  message: v.string(),
})
export type Check = v.InferOutput<typeof Check>

export const Examination = v.object({
  /** Version of the local program, of its Node, and the system with its version and processor. */
  program: v.object({ version: v.string(), node: v.string(), system: v.string() }),
  /** The most important first. */
  checks: v.array(Check),
  /** The check with the first advice to follow; null if there is nothing to do. */
  next: v.nullable(Check),
})
export type Examination = v.InferOutput<typeof Examination>

export const doctor = {
  /** Checks everything that the product needs on this computer, and changes nothing. */
  'host.doctor': {
    params: v.strictObject({
      /** Whether to try the authority's hosts too: one connection each, 10 s in total. */
      online: v.optional(v.boolean(), true),
      /** Version of the asking extension. */
      extension: v.optional(v.pipe(v.string(), v.maxLength(40))),
    }),
    result: Examination,
  },
}
