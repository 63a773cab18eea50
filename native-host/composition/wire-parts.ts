import { createHttp } from '../authority/wire/http.ts'
import type { Transport } from '../authority/wire/transports/transport.ts'
import { systemClock } from '../limits/clock.ts'
import { createDailyLimits } from '../limits/daily.ts'
import { JITTER, PUBLIC_JITTER } from '../limits/pace.ts'
import { createPacer, inLine } from '../limits/pacer.ts'
import { createPatience } from '../limits/patience.ts'
import { createPauses } from '../limits/pauses.ts'
import { createSpacer } from '../limits/spacer.ts'
import type { Profile } from '../profile/profile.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { StorageParts } from './storage-parts.ts'

type Options = {
  patience: number | undefined
  now: () => number
  /** How requests go over the network, with the profile's own CA. */
  connections: (ca: string | null) => Transport
  /** The way to the API where the profile shows the certificate on each call (E-28). */
  certificateTransport: (profile: Profile) => Transport
}

/** Calls to the authority, within its limits. */
export function createWireParts(
  { part }: LazyParts,
  { profile, archive }: StorageParts,
  { patience, now, connections, certificateTransport }: Options,
) {
  const processPatience = patience === undefined ? undefined : createPatience(patience, now)
  const pacer = part(async () => {
    const { apiUrl, requestsPerMinute } = await profile()
    const { rates } = await archive()
    return createPacer({ rates, scope: new URL(apiUrl).host, requestsPerMinute, jitter: JITTER, clock: systemClock })
  })
  const pauses = part(async () => createPauses((await archive()).rates, systemClock))
  const http = part(async () => {
    const { rates, keepAside } = await archive()
    const used = await profile()
    const ruleOf = (url: string) => ({
      rates,
      scope: new URL(url).host,
      requestsPerMinute: used.publicRequestsPerMinute,
      clock: systemClock,
    })
    return createHttp({
      connections: connections(used.ca),
      apiTransport: used.access === 'certificate' ? certificateTransport(used) : undefined,
      pacer: await pacer(),
      publicPacer: inLine(createPacer({ ...ruleOf(used.publicUrl), jitter: PUBLIC_JITTER })),
      publicSpacer: createSpacer(ruleOf(used.publicUrl)),
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
    return createDailyLimits({ quotas, bounds: (await http()).serverClock.bounds })
  })
  return { pacer, pauses, http, daily }
}

export type WireParts = ReturnType<typeof createWireParts>
