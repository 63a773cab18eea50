import { createDeclarationWork } from '../capabilities/declarations/work.ts'
import { createExportWork } from '../capabilities/exports/work.ts'
import { createInvoiceWork } from '../capabilities/invoices/work.ts'
import { createMailboxWork } from '../capabilities/mailbox/work.ts'
import { createBatchWork } from '../capabilities/registers/work.ts'
import { createUploadWork } from '../capabilities/uploads/work.ts'
import type { LoggedHostPorts } from '../jobs/host-ports.ts'
import type { Queue } from '../jobs/work-loop.ts'
import type { ClientParts } from './client-parts.ts'
import type { SessionParts } from './session-parts.ts'
import type { StorageParts } from './storage-parts.ts'
import type { WireParts } from './wire-parts.ts'

type Parts = StorageParts & WireParts & SessionParts & ClientParts & LoggedHostPorts & { startRunner: () => void }

/** The work of each capability in this process, and the queues from which runners take it. */
export function createCapabilityParts(parts: Parts) {
  const invoices = createInvoiceWork(parts)
  const work = {
    declarations: createDeclarationWork(parts),
    invoices,
    mailbox: createMailboxWork(parts),
    uploads: createUploadWork({ ...parts, fetchMessage: invoices.fetch }),
    batches: createBatchWork(parts),
    exports: createExportWork(parts),
  }
  const queues = async (): Promise<Queue[]> =>
    (await Promise.all(Object.values(work).map(capability => capability.queues()))).flat()
  return { work, queues }
}
