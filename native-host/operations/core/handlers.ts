import { archive } from '../../../shared/protocol/archive.ts'
import { auth } from '../../../shared/protocol/auth.ts'
import { certificates } from '../../../shared/protocol/certificates.ts'
import { companies } from '../../../shared/protocol/companies.ts'
import { declarations } from '../../../shared/protocol/declarations.ts'
import { doctor } from '../../../shared/protocol/doctor.ts'
import { certificate } from '../../../shared/protocol/fetch.ts'
import { books } from '../../../shared/protocol/invoices/books.ts'
import { charts } from '../../../shared/protocol/invoices/charts.ts'
import { checks } from '../../../shared/protocol/invoices/checks.ts'
import { documents } from '../../../shared/protocol/invoices/documents.ts'
import { exportMethods } from '../../../shared/protocol/invoices/exports.ts'
import { invoices } from '../../../shared/protocol/invoices/invoices.ts'
import { ledgers } from '../../../shared/protocol/invoices/ledgers.ts'
import { jobs } from '../../../shared/protocol/jobs.ts'
import { limits } from '../../../shared/protocol/limits.ts'
import { mailbox } from '../../../shared/protocol/mailbox.ts'
import type { Method, MethodSchema } from '../../../shared/protocol/methods.ts'
import { notices } from '../../../shared/protocol/notices.ts'
import { office } from '../../../shared/protocol/office.ts'
import { overview } from '../../../shared/protocol/overview.ts'
import { profile } from '../../../shared/protocol/profile.ts'
import { batches } from '../../../shared/protocol/registers/batches.ts'
import { lookups } from '../../../shared/protocol/registers/lookups.ts'
import { requests } from '../../../shared/protocol/requests.ts'
import { schedule } from '../../../shared/protocol/schedule.ts'
import { session } from '../../../shared/protocol/session.ts'
import { today } from '../../../shared/protocol/today.ts'
import { uploads } from '../../../shared/protocol/uploads.ts'
import type { Services } from '../../services.ts'
import type { Handler, Handlers } from './handler.ts'

/** Every method of the protocol over one set of services. Each area is loaded at the first call of one of its methods. */
export function createHandlers(services: Services): Handlers {
  return {
    ...onUse(profile, async () => (await import('./profile.ts')).profileOperations(services)),
    ...onUse(auth, async () => (await import('../session/auth.ts')).authOperations(services)),
    ...onUse(session, async () => (await import('../session/session.ts')).sessionOperations(services)),
    ...onUse(certificate, async () => (await import('../session/certificate.ts')).certificateOperations(services)),
    ...onUse(certificates, async () =>
      (await import('../certificates/certificates.ts')).certificatesOperations(services),
    ),
    ...onUse(companies, async () => (await import('./companies.ts')).companiesOperations(services)),
    ...onUse(invoices, async () => (await import('../invoices/invoices.ts')).invoicesOperations(services)),
    ...onUse(charts, async () => (await import('../invoices/charts.ts')).chartsOperations(services)),
    ...onUse(books, async () => (await import('../books/books.ts')).booksOperations(services)),
    ...onUse(ledgers, async () => (await import('../books/ledgers.ts')).ledgersOperations(services)),
    ...onUse(documents, async () => (await import('../invoices/documents.ts')).documentsOperations(services)),
    ...onUse(declarations, async () =>
      (await import('../declarations/declarations.ts')).declarationsOperations(services),
    ),
    ...onUse(uploads, async () => (await import('../uploads/uploads.ts')).uploadsOperations(services)),
    ...onUse(checks, async () => (await import('../invoices/checks.ts')).checksOperations(services)),
    ...onUse(limits, async () => (await import('./limits.ts')).limitsOperations(services)),
    ...onUse(jobs, async () => (await import('./jobs.ts')).jobsOperations(services)),
    ...onUse(lookups, async () => (await import('../registers/lookups.ts')).lookupsOperations(services)),
    ...onUse(batches, async () => (await import('../registers/batches.ts')).batchesOperations(services)),
    ...onUse(exportMethods, async () => (await import('../exports/exports.ts')).exportsOperations(services)),
    ...onUse(mailbox, async () => (await import('../mailbox/mailbox.ts')).mailboxOperations(services)),
    ...onUse(requests, async () => (await import('../mailbox/requests.ts')).requestsOperations(services)),
    ...onUse(notices, async () => (await import('./notices.ts')).noticesOperations(services)),
    ...onUse(office, async () => (await import('../office/office.ts')).officeOperations(services)),
    ...onUse(archive, async () => (await import('./archive.ts')).archiveOperations(services)),
    ...onUse(overview, async () => (await import('./overview.ts')).overviewOperations(services)),
    ...onUse(today, async () => (await import('../today/today.ts')).todayOperations(services)),
    ...onUse(schedule, async () => (await import('../schedule/schedule.ts')).scheduleOperations(services)),
    ...onUse(doctor, async () => (await import('./doctor.ts')).doctorOperations(services)),
  }
}

/** Handlers of these methods that are loaded together. */
function onUse<M extends Method>(
  methods: Record<M, MethodSchema>,
  load: () => Promise<Pick<Handlers, M>>,
): Pick<Handlers, M> {
  let loaded: Promise<Pick<Handlers, M>> | undefined
  const handle = (method: M) => {
    const handler: Handler<M> = async (params, context) => {
      loaded ??= load()
      return (await loaded)[method](params, context)
    }
    return [method, handler]
  }
  return Object.fromEntries((Object.keys(methods) as M[]).map(handle))
}
