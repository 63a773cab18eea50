import { createHttp } from '../authority/wire/http.ts'
import type { Transport } from '../authority/wire/transports/transport.ts'
import { systemClock } from '../limits/clock.ts'
import { createDailyLimits } from '../limits/daily.ts'
import { JITTER, PUBLIC_JITTER, spacingFor } from '../limits/pace.ts'
import { createPacer, inLine } from '../limits/pacer.ts'
import { createPatience } from '../limits/patience.ts'
import { createPauses } from '../limits/pauses.ts'
import { createSpacer } from '../limits/spacer.ts'
import type { Profile } from '../profile/profile.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { OfficeParts } from './office-parts.ts'
import type { StorageParts } from './storage-parts.ts'

type Options = {
  patience: number | undefined
  now: () => number
  /** How requests go over the network, with the profile's own CA. */
  connections: (ca: string | null) => Transport
  /** The way to the API if the profile shows the certificate on each call (E-28). */
  certificateTransport: (profile: Profile) => Transport
}

/** Calls to the authority, within its limits. */
export function createWireParts(
  { part }: LazyParts,
  { profile, archive }: StorageParts,
  { sharePacer, sharePauses, sharedCounters }: OfficeParts,
  { patience, now, connections, certificateTransport }: Options,
) {
  const processPatience = patience === undefined ? undefined : createPatience(patience, now)
  const pacer = part(async () => {
    const { apiUrl, requestsPerMinute } = await profile()
    const { rates } = await archive()
    const { host: scope } = new URL(apiUrl)
    const own = createPacer({ rates, scope, requestsPerMinute, jitter: JITTER, clock: systemClock })
    return sharePacer(own, rates, scope, spacingFor(requestsPerMinute, JITTER))
  })
  const pauses = part(async () => {
    const { rates } = await archive()
    return sharePauses(createPauses(rates, systemClock), rates)
  })
  const http = part(async () => {
    const { rates, keepAside } = await archive()
    const used = await profile()
    const ruleOf = (url: string) => ({
      rates,
      scope: new URL(url).host,
      requestsPerMinute: used.publicRequestsPerMinute,
      clock: systemClock,
    })
    const publicRule = ruleOf(used.publicUrl)
    const publicPacer = await sharePacer(
      createPacer({ ...publicRule, jitter: PUBLIC_JITTER }),
      rates,
      publicRule.scope,
      spacingFor(publicRule.requestsPerMinute, PUBLIC_JITTER),
    )
    return createHttp({
      connections: connections(used.ca),
      apiTransport: used.access === 'certificate' ? certificateTransport(used) : undefined,
      pacer: await pacer(),
      publicPacer: inLine(publicPacer),
      publicSpacer: createSpacer(publicRule),
      statusPacer: createPacer({ ...ruleOf(used.statusUrl), jitter: JITTER }),
      pauses: await pauses(),
      patience: processPatience,
      keepAside,
      clock: systemClock,
      random: Math.random,
    })
  })
  const daily = part(async () => {
    const { quotas } = await archive()
    return createDailyLimits({ quotas, shared: await sharedCounters(), bounds: (await http()).serverClock.bounds })
  })
  return { pacer, pauses, http, daily }
}

export type WireParts = ReturnType<typeof createWireParts>
