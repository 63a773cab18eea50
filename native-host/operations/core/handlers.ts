import type { Services } from '../../services.ts'
import { booksOperations } from '../books/books.ts'
import { ledgersOperations } from '../books/ledgers.ts'
import { certificatesOperations } from '../certificates/certificates.ts'
import { declarationsOperations } from '../declarations/declarations.ts'
import { exportsOperations } from '../exports/exports.ts'
import { chartsOperations } from '../invoices/charts.ts'
import { checksOperations } from '../invoices/checks.ts'
import { documentsOperations } from '../invoices/documents.ts'
import { invoicesOperations } from '../invoices/invoices.ts'
import { mailboxOperations } from '../mailbox/mailbox.ts'
import { requestsOperations } from '../mailbox/requests.ts'
import { officeOperations } from '../office/office.ts'
import { batchesOperations } from '../registers/batches.ts'
import { lookupsOperations } from '../registers/lookups.ts'
import { scheduleOperations } from '../schedule/schedule.ts'
import { authOperations } from '../session/auth.ts'
import { certificateOperations } from '../session/certificate.ts'
import { sessionOperations } from '../session/session.ts'
import { todayOperations } from '../today/today.ts'
import { uploadsOperations } from '../uploads/uploads.ts'
import { archiveOperations } from './archive.ts'
import { companiesOperations } from './companies.ts'
import { doctorOperations } from './doctor.ts'
import type { Handlers } from './handler.ts'
import { jobsOperations } from './jobs.ts'
import { limitsOperations } from './limits.ts'
import { noticesOperations } from './notices.ts'
import { overviewOperations } from './overview.ts'
import { profileOperations } from './profile.ts'

/** Every method of the protocol over one set of services. */
export function createHandlers(services: Services): Handlers {
  return {
    ...profileOperations(services),
    ...authOperations(services),
    ...sessionOperations(services),
    ...certificateOperations(services),
    ...certificatesOperations(services),
    ...companiesOperations(services),
    ...invoicesOperations(services),
    ...chartsOperations(services),
    ...booksOperations(services),
    ...ledgersOperations(services),
    ...documentsOperations(services),
    ...declarationsOperations(services),
    ...uploadsOperations(services),
    ...checksOperations(services),
    ...limitsOperations(services),
    ...jobsOperations(services),
    ...lookupsOperations(services),
    ...batchesOperations(services),
    ...exportsOperations(services),
    ...mailboxOperations(services),
    ...requestsOperations(services),
    ...noticesOperations(services),
    ...officeOperations(services),
    ...archiveOperations(services),
    ...overviewOperations(services),
    ...todayOperations(services),
    ...scheduleOperations(services),
    ...doctorOperations(services),
  }
}
