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

type Parts = StorageParts &
  WireParts &
  SessionParts &
  ClientParts &
  LoggedHostPorts & {
    startRunner: () => void
    /** Whether this process can show the certificate itself, with a token. */
    hasToken: boolean
  }

/** The work of each capability in this process, and the queues that runners take it from. */
export function createCapabilityParts(parts: Parts) {
  const invoices = createInvoiceWork(parts)
  const work = {
    declarations: createDeclarationWork(parts),
    invoices,
    mailbox: createMailboxWork(parts),
    uploads: createUploadWork({ ...parts, fetchMessage: invoices.fetchForUpload }),
    batches: createBatchWork(parts),
    exports: createExportWork(parts),
  }
  const ofApi = [work.invoices, work.uploads, { queues: work.exports.queuesOfApi }]
  const others = [work.declarations, work.mailbox, work.batches, work.exports]
  const queuesOf = async (all: readonly { queues(): Promise<Queue[]> }[]) =>
    (await Promise.all(all.map(capability => capability.queues()))).flat()
  const needsBrowser = async () => !parts.hasToken && (await parts.profile()).access === 'certificate'
  return {
    work,
    /** For any process. */
    queues: async (): Promise<Queue[]> => queuesOf((await needsBrowser()) ? others : [...ofApi, ...others]),
    /** For a process whose port lets the browser show the certificate (E-28). */
    certificateQueues: async (): Promise<Queue[]> => ((await needsBrowser()) ? queuesOf(ofApi) : []),
  }
}
