import type { Upload, UploadState } from '../../../shared/protocol/uploads.ts'
import type { HostClient } from '../../host/client.ts'
import { readLatest } from '../../host/read-latest.ts'
import { createFollowedList, type FollowedList } from '../rows/followed-list.ts'

/** States that change by themselves. */
const MOVING: readonly UploadState[] = ['sending', 'processing', 'unknown']

/** The uploads that this page knows. */
export type UploadList = FollowedList<Upload> & {
  /** Asks the authority now (E-05, E-07). Rejects with what the host reports. */
  check(id: number): Promise<void>
  /** Sends the same bytes again; `again` when the user has confirmed that they may arrive twice (E-06). */
  resend(upload: Upload, again: boolean): Promise<Upload>
  /** Sends uploads although the office cannot be asked, after the user's yes. */
  sendAlone(upload: Upload): Promise<Upload>
}

/** `changed` is called when an upload enters another state. */
export function createUploadList(host: HostClient, changed: () => Promise<void>): UploadList {
  const list = createFollowedList<Upload>({
    fetch: limit => readLatest(limit, part => host.request('uploads.list', part)),
    async follow([id = 0], onProgress) {
      const { attempt } = await host.request(
        'uploads.follow',
        { id },
        { onProgress: progress => onProgress([progress.attempt]) },
      )
      return [attempt]
    },
    mostFollowed: 1,
    isMoving: ({ state }) => MOVING.includes(state),
    isGivenUp: ({ state }) => state === 'unknown',
    phaseOf: ({ state }) => state,
    changed,
  })
  const resend = async ({ id, sha256, cui, standard, flags, corrects }: Upload, again: boolean) => {
    const { attempt } = await host.request('uploads.send', {
      sha256,
      cui,
      standard,
      flags,
      again: again && id,
      ...(corrects === null ? {} : { corrects }),
    })
    list.take([attempt])
    return attempt
  }
  return {
    ...list,
    async check(id) {
      const { attempt } = await host.request('uploads.check', { id })
      list.take([attempt])
    },
    resend,
    async sendAlone(upload) {
      await host.request('office.fileAlone', { contents: [upload.sha256] })
      // The confirmation of the first try, that the same bytes may arrive twice, still holds.
      return resend(upload, upload.repeats !== null)
    },
  }
}
