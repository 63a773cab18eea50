import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Call } from '../calls.ts'
import type { Machine } from '../machine.ts'

/** What the struck call answers with when nothing is wrong. */
export type Form = 'json' | 'xml' | 'html' | 'text' | 'zip' | 'pdf'

/** A call of the host to a service of the authority: a row of the matrix. */
export type Operation = {
  name: string
  /** The calls that the fault strikes. */
  calls: Call
  form: Form
  /** Whether the host of the certificate is called, over the browser. */
  isCertificate?: boolean
  /** Prepares one use of the operation with whatever it needs, and returns it. */
  begin(machine: Machine): Promise<Use>
}

export type Use = {
  /** Rejects with the reason why it failed. */
  work(): Promise<unknown>
  filing?: Filing
}

/** A document that was written down before the use, which sends it. */
export type Filing = {
  /** What is written of it now. */
  row(): { state: string; trouble: ErrorBody | null } | undefined
  /** How often the authority took it. */
  taken(): number
}

/** A use that files nothing. */
export const reads =
  (work: (machine: Machine) => Promise<unknown>): Operation['begin'] =>
  async machine => ({ work: () => work(machine) })

/** A use that files a document by `send`, which writes its failure into the row. */
export const files = (send: () => Promise<unknown>, filing: Filing): Use => ({
  filing,
  async work() {
    await send()
    const { trouble } = filing.row() ?? {}
    if (trouble) throw fromErrorBody(trouble) ?? new Error(trouble.message)
  },
})

/** What a process makes of an error that it meets in its work. */
export function explain(error: unknown): RecipisaError {
  if (error instanceof RecipisaError) return error
  throw error
}
