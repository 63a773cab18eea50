import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { type ClockOffset, createProbe } from '../authority/wire/probe.ts'
import type { Profile } from '../profile/profile.ts'
import { failed, found } from './check.ts'

/** How long all hosts together may take, ms. */
const PATIENCE = 10_000
/** Clock difference that deserves attention, and one that services refuse, ms. */
const LOOK = 60_000
const WRONG = 5 * 60_000
const SECOND = 1000
const MINUTE = 60_000

/**
 * Connects once to each host of the profile, all at the same time, and asks the API's host for its date. Throws the
 * signal's reason when that aborts.
 */
export async function checkNetwork(
  { baseUrl, authUrl, publicUrl, spvUrl, portalUrl, certUrl, statusUrl, ca }: Profile,
  now: () => number,
  signal: AbortSignal,
): Promise<Check[]> {
  const probe = createProbe(ca, now)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  let offset: ClockOffset | undefined
  const ask = async () => {
    offset = await probe.clock(baseUrl, deadline)
  }
  const others = uniqueHosts([authUrl, publicUrl, spvUrl, portalUrl, certUrl, statusUrl], baseUrl)
  try {
    const reached = await Promise.all([
      outcome(baseUrl, ask(), signal),
      ...others.map(url => outcome(url, probe.touch(url, deadline), signal)),
    ])
    return [clockCheck(offset), ...reached]
  } finally {
    await probe.close()
  }
}

/** One address per host, without those at the host of `other`. */
function uniqueHosts(urls: readonly string[], other: string): string[] {
  const byHost = new Map(urls.map(url => [new URL(url).host, url]))
  byHost.delete(new URL(other).host)
  return [...byHost.values()]
}

async function outcome(url: string, attempt: Promise<void>, signal: AbortSignal): Promise<Check> {
  const host = new URL(url).hostname
  try {
    await attempt
    return found('reachability', 'host-reached', { host })
  } catch (error) {
    signal.throwIfAborted()
    const isLate = error instanceof RecipisaError && error.cause instanceof DOMException
    return failed('reachability', isLate ? new RecipisaError('unreachable', { host }) : error)
  }
}

function clockCheck(offset: ClockOffset | undefined): Check {
  if (!offset) return found('clock', 'clock-unknown')
  const { least, most } = offset
  // The date has whole seconds: the true difference lies between the two.
  const ahead = Math.max(least, 0) + Math.min(most, 0)
  const distance = Math.abs(ahead)
  if (distance >= WRONG) return found('clock', 'clock-wrong', { minutes: Math.round(distance / MINUTE) })
  if (distance < LOOK) return found('clock', 'clock-fine')
  const seconds = Math.round(distance / SECOND)
  return found('clock', ahead > 0 ? 'clock-behind' : 'clock-ahead', { seconds })
}
