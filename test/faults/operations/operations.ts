import { checks, publicChecks } from './checks.ts'
import { declarations } from './declarations.ts'
import { invoices, invoicesByCertificate } from './invoices.ts'
import { login } from './login.ts'
import { mailbox } from './mailbox.ts'
import type { Operation } from './operation.ts'
import { registers } from './registers.ts'
import { uploads, uploadsByCertificate } from './uploads.ts'

/** Every call of the host to a service of the authority: the rows of the matrix, in the order of docs/faults.md. */
export const OPERATIONS: readonly Operation[] = [
  ...login,
  ...invoices,
  ...uploads,
  ...checks,
  ...publicChecks,
  ...invoicesByCertificate,
  ...uploadsByCertificate,
  ...mailbox,
  ...declarations,
  ...registers,
]
