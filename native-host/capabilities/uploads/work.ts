import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import { isDue } from '../../jobs/schedule.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import { advanceUpload } from './advance-upload.ts'
import type { UploadPorts } from './ports.ts'

/** The parts for the work on uploads, each opened on first use. */
export type UploadParts = LoggedHostPorts & {
  archive: () => Promise<UploadPorts['archive']>
  uploadClient: () => Promise<UploadPorts['uploadClient']>
  eInvoicing: () => Promise<UploadPorts['eInvoicing']>
  fetchMessage: UploadPorts['fetchMessage']
}

export type UploadWork = {
  /** Does the next step of one upload in this process. */
  advance(id: number, signal: AbortSignal): Promise<void>
  queues(): Promise<Queue[]>
}

export function createUploadWork(parts: UploadParts): UploadWork {
  const { archive, uploadClient, eInvoicing, fetchMessage, now, explain, log } = parts

  const advance = async (id: number, signal: AbortSignal) => {
    const ports: UploadPorts = {
      archive: await archive(),
      uploadClient: await uploadClient(),
      eInvoicing: await eInvoicing(),
      fetchMessage,
      now,
      explain,
    }
    // An upload is claimed for sending once: one that waits for a person is not claimed.
    const waiting = ports.archive.uploads.get(id)
    const leave = waiting?.state === 'sending' ? await ports.uploadClient.ready(waiting.cui, signal) : undefined
    try {
      await advanceUpload(ports, id, signal)
    } finally {
      leave?.()
    }
    const upload = ports.archive.uploads.get(id)
    log.info('upload', { upload: id, state: upload?.state, trouble: upload?.trouble?.details })
  }

  return {
    advance,
    async queues() {
      const { uploads } = await archive()
      const due = (moment: number) =>
        uploads
          .open()
          .filter(upload => isDue(upload, moment))
          .map(({ id }) => id)
      return [{ name: 'uploads', lanes: 8, due, isClaimed: uploads.isClaimed, advance }]
    },
  }
}
