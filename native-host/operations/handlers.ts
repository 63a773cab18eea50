import type { Services } from '../services.ts'
import { archiveOperations } from './archive.ts'
import { authOperations } from './auth.ts'
import { batchesOperations } from './batches.ts'
import { checksOperations } from './checks.ts'
import { companiesOperations } from './companies.ts'
import { declarationsOperations } from './declarations.ts'
import { documentsOperations } from './documents.ts'
import type { Handlers } from './handler.ts'
import { invoicesOperations } from './invoices.ts'
import { jobsOperations } from './jobs.ts'
import { limitsOperations } from './limits.ts'
import { lookupsOperations } from './lookups.ts'
import { mailboxOperations } from './mailbox.ts'
import { noticesOperations } from './notices.ts'
import { overviewOperations } from './overview.ts'
import { profileOperations } from './profile.ts'
import { requestsOperations } from './requests.ts'
import { sessionOperations } from './session.ts'
import { uploadsOperations } from './uploads.ts'

/** Every method of the protocol over one set of services. */
export function createHandlers(services: Services): Handlers {
  return {
    ...profileOperations(services),
    ...authOperations(services),
    ...sessionOperations(services),
    ...companiesOperations(services),
    ...invoicesOperations(services),
    ...documentsOperations(services),
    ...declarationsOperations(services),
    ...uploadsOperations(services),
    ...checksOperations(services),
    ...limitsOperations(services),
    ...jobsOperations(services),
    ...lookupsOperations(services),
    ...batchesOperations(services),
    ...mailboxOperations(services),
    ...requestsOperations(services),
    ...noticesOperations(services),
    ...archiveOperations(services),
    ...overviewOperations(services),
  }
}
