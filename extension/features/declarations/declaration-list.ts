import { type Declaration, type DeclarationState, MAX_BATCH } from '../../../shared/protocol/declarations.ts'
import type { HostClient } from '../../host/client.ts'
import { readLatest } from '../../host/read-latest.ts'
import { createFollowedList, type FollowedList } from '../rows/followed-list.ts'

/** States that change by themselves. */
const MOVING: readonly DeclarationState[] = ['sending', 'processing', 'unknown']

/** The declarations that this page knows; the query is a company's CUI, or undefined for all companies. */
export type DeclarationList = FollowedList<Declaration, string | undefined> & {
  /** Asks the declaration status page now. Rejects with what the host reports. */
  check(id: number): Promise<void>
  /** Submits declarations although the office cannot be asked, after the user's yes; resolves with the new declarations. */
  submitAlone(declaration: Declaration): Promise<readonly Declaration[]>
}

/** `changed` is called when a declaration enters another state or its receipt arrives. */
export function createDeclarationList(host: HostClient, changed: () => Promise<void>): DeclarationList {
  const list = createFollowedList<Declaration, string | undefined>({
    fetch: (limit, cui) =>
      readLatest(limit, part => host.request('declarations.list', { ...part, ...(cui === undefined ? {} : { cui }) })),
    async follow(ids, onProgress) {
      const { declarations } = await host.request(
        'declarations.follow',
        { ids },
        { onProgress: progress => onProgress(progress.declarations) },
      )
      return declarations
    },
    mostFollowed: MAX_BATCH,
    // A declaration whose outcome is known still changes during the search for its receipt (D-08).
    isMoving: ({ state, nextCheckAt }) => MOVING.includes(state) || nextCheckAt !== null,
    isGivenUp: () => true,
    phaseOf: ({ state, receipt }) => `${state} ${receipt}`,
    changed,
  })
  return {
    ...list,
    async check(id) {
      const { declaration } = await host.request('declarations.check', { id })
      list.take([declaration])
    },
    async submitAlone({ id, sha256, cui, repeats }) {
      if (sha256 === null) return []
      await host.request('office.fileAlone', { contents: [sha256] })
      // The confirmation of the first try, that the same bytes may arrive twice, still holds.
      const files = [{ sha256, again: repeats !== null && id, ...(cui === null ? {} : { cui }) }]
      const { declarations } = await host.request('declarations.submit', { files })
      list.take(declarations)
      return declarations
    },
  }
}
