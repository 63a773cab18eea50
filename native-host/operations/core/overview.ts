import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { atRiskBefore, RETENTION } from '../../deadlines/retention.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'
import { summarizeProfile } from './profile.ts'

const DAY = 86_400_000

/** Everything that the popup, the badge and the panel's head show, in one answer. */
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
        sessions: [await (await services.spvSession()).status(), await (await services.portalSession()).status()],
        companies,
        unread,
        refusedUnread: refused,
        syncedAt: synced.length > 0 ? Math.max(...synced) : null,
        atRisk: atRisk(archive, services.now()),
        uploads: archive.uploads.counts(),
        declarations: archive.declarations.counts(romaniaDay(services.now())),
        mailbox: {
          unread: archive.mailbox.unread(),
          openRequests: archive.requests.openCount(),
          offeredRights: archive.rights.offered(),
          syncedAt: archive.mailbox.syncedAt(),
          job: archive.jobs.latest('mailbox') ?? null,
        },
        certificates: archive.certificates.expiring(),
        job: archive.jobs.latest('sync') ?? null,
      }
    },
  }
}

function atRisk({ messages }: Archive, now: number): ResultOf<'overview.get'>['atRisk'] {
  const { count, oldest } = messages.pendingBefore(atRiskBefore(now))
  return { count, firstLeavesAt: oldest === null ? null : oldest + RETENTION * DAY }
}
