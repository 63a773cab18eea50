import { Overview } from '../../../shared/protocol/overview.ts'
import { createSessionStore } from '../../browser/session-store.ts'

/** The last overview, in the browser's memory until the browser ends; never on disk. */
const store = createSessionStore('lastOverview', Overview)

export const readLastOverview = store.read

/** Remembers the states, counts and names that popup and panel show at once when they open. */
export async function rememberOverview(overview: Overview): Promise<void> {
  await store.write(withoutDetails(overview))
}

/** Without addresses, serial numbers and sync results: no page needs those before the host has answered. */
export function withoutDetails(overview: Overview): Overview {
  const { profile, auth, mailbox } = overview
  const emptied = (text: string | null) => text && ''
  return {
    ...overview,
    profile: {
      ...profile,
      ...{ file: null, authUrl: '', baseUrl: '', archiveFolder: '' },
      ...{ clientId: emptied(profile.clientId), redirectUri: emptied(profile.redirectUri) },
    },
    auth: { ...auth, serial: null, previousSerial: null, clientAppId: null, roles: [] },
    job: null,
    mailbox: { ...mailbox, job: null },
  }
}
