import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Uploads } from '../../archive/uploads/upload-archive.ts'
import { isDue } from '../../jobs/schedule.ts'
import { watchRows } from '../../jobs/watch-rows.ts'

/** Whether the upload has left or certainly never will. */
export function isSent({ state }: Upload): boolean {
  return state !== 'sending'
}

export type UploadWatch = {
  now: () => number
  /** Has the due work done; called while no process does it. */
  revive: () => void | Promise<void>
  signal: AbortSignal
  progress: (upload: Upload) => void
}

/** Watches an upload until `isOver`, whichever process works on it. The signal ends the watching, not the upload. */
export async function followUpload(
  uploads: Pick<Uploads, 'get' | 'isClaimed'>,
  id: number,
  isOver: (upload: Upload) => boolean,
  { now, revive, signal, progress }: UploadWatch,
): Promise<Upload> {
  return watchRows({
    read() {
      const upload = uploads.get(id)
      if (!upload) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such upload' })
      return upload
    },
    progressOf: upload => upload,
    isOver,
    isUnattended: upload => isDue(upload, now()) && !uploads.isClaimed(id),
    revive,
    signal,
    progress,
  })
}
