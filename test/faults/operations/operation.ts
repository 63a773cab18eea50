import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Call } from '../calls.ts'
import type { Machine } from '../machine.ts'

/** The struck call's answer without a fault. */
export type Form = 'json' | 'xml' | 'html' | 'text' | 'zip' | 'pdf'

/** A call of the host to a service of the authority: a row of the matrix. */
export type Operation = {
  name: string
  /** The calls that the fault strikes. */
  calls: Call
  form: Form
  /** Whether the certificate's host is called, through the browser. */
  isCertificate?: boolean
  /** Prepares one use of the operation with whatever it needs, and returns it. */
  begin(machine: Machine): Promise<Use>
}

export type Use = {
  /** Rejects with the reason why it failed. */
  work(): Promise<unknown>
  filing?: Filing
}

/** A document recorded before the use, which sends it. */
export type Filing = {
  /** Its recorded state. */
  row(): { state: string; trouble: ErrorBody | null } | undefined
  /** The number of times that the authority accepted it. */
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

/** A process's handling of an error in its work. */
export function explain(error: unknown): RecipisaError {
  if (error instanceof RecipisaError) return error
  throw error
}
