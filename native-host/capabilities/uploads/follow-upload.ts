import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Uploads } from '../../archive/core/archive.ts'
import { isDue } from '../../jobs/schedule.ts'
import { watchRows } from '../../jobs/watch-rows.ts'

/** Whether the authority has answered, or it is certain that it will not. */
export function isSent({ state }: Upload): boolean {
  return state !== 'sending'
}

export type UploadWatch = {
  now: () => number
  /** Has somebody work on it; called while something is due and nobody does. */
  revive: (id: number) => void | Promise<void>
  signal: AbortSignal
  progress: (attempt: Upload) => void
}

/** Watches an attempt, whichever process works on it, until `done`. The signal ends the watching, not the filing. */
export async function followUpload(
  uploads: Pick<Uploads, 'get' | 'isClaimed'>,
  id: number,
  done: (attempt: Upload) => boolean,
  { now, revive, signal, progress }: UploadWatch,
): Promise<Upload> {
  return watchRows({
    read() {
      const attempt = uploads.get(id)
      if (!attempt) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such filing' })
      return attempt
    },
    progressOf: upload => upload,
    isOver: done,
    isUnattended: upload => isDue(upload, now()) && !uploads.isClaimed(id),
    revive: () => revive(id),
    signal,
    progress,
  })
}
