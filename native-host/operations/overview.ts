import type { Services } from '../services.ts'
import type { Handlers } from './handler.ts'
import { summarizeProfile } from './profile.ts'

/** All that popup, badge and the panel's head show, in one answer. */
export function overviewOperations(services: Services): Pick<Handlers, 'overview.get'> {
  return {
    'overview.get': async () => {
      const [profile, archive, tokens] = [
        await summarizeProfile(services),
        await services.archive(),
        await services.tokens(),
      ]
      const companies = archive.companies.list()
      const { unread, refused } = archive.messages.unread()
      const synced = companies.map(({ syncedAt }) => syncedAt).filter(moment => moment !== null)
      return {
        profile,
        auth: await tokens.status(),
        sessions: [await (await services.spvSession()).status()],
        companies,
        unread,
        refusedUnread: refused,
        syncedAt: synced.length > 0 ? Math.max(...synced) : null,
        job: archive.jobs.latest() ?? null,
      }
    },
  }
}
