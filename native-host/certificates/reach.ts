import type { KnownRight } from '../archive/certificates/certificate-archive.ts'

/**
 * How long to believe a "no right" while another certificate has the right, ms: rights change in the portal any day.
 */
const BELIEVED = 86_400_000

/**
 * Whether to ask about a company with the present certificate, or the names of the certificates that it waits for. It
 * waits only if another certificate is known to have the right, and this one was refused at most a day ago. `present`:
 * its serial, null if unknown.
 */
export function reach(
  known: readonly KnownRight[],
  present: string | null,
  now: number,
): { ask: true } | { ask: false; waitsFor: string[] } {
  const own = known.find(({ serial }) => serial === present)
  const waitsFor = holdersAmong(known, present)
  const isRefused = own?.answer === 'denied' && now - own.at < BELIEVED
  return isRefused && waitsFor.length > 0 ? { ask: false, waitsFor } : { ask: true }
}

/**
 * The names of the other certificates that have the right. If there are any, a "no right" to the present one says
 * nothing about the company: it waits for them.
 */
export function holdersAmong(known: readonly KnownRight[], present: string | null): string[] {
  return known.flatMap(({ serial, name, answer }) => (answer === 'granted' && serial !== present ? [name] : []))
}
