import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
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
      const archive = await services.archive()
      const { hasClientSecret, auth, sessions, problem } = await (await services.signIns())()
      const companies = archive.companies.list()
      const { unread, refused } = archive.messages.unread()
      const synced = companies.map(({ syncedAt }) => syncedAt).filter(moment => moment !== null)
      return {
        profile: await summarizeProfile(services, { hasClientSecret, keptIn: auth.keptIn }),
        auth,
        sessions,
        secretsError: secretsError(services, problem),
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

/** Why the secrets could not be read; null if they could. */
export function secretsError({ explain }: Pick<Services, 'explain'>, problem: unknown): ErrorBody | null {
  return problem === undefined ? null : toErrorBody(explain(problem))
}

function atRisk({ messages }: Archive, now: number): ResultOf<'overview.get'>['atRisk'] {
  const { count, oldest } = messages.pendingBefore(atRiskBefore(now))
  return { count, firstLeavesAt: oldest === null ? null : oldest + RETENTION * DAY }
}
