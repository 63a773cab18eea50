import { daysUntilEnd, serialKey, WARNING_DAYS } from '../../shared/domain/certificates.ts'
import type { Certificate, CertificateFacts, CertificateUse } from '../../shared/protocol/certificates.ts'
import type { Reached } from '../archive/certificates/certificate-archive.ts'

/** A certificate that is on a token now. */
export type Present = { facts: CertificateFacts; token: string }

export type Knowledge = {
  now: number
  present: readonly Present[]
  /** Certificates that were ever on a token, including the present ones. */
  known: readonly { facts: CertificateFacts; seenAt: number }[]
  /** Serials that sign-ins have shown, as the services write them, with each one's present use. */
  shown: readonly { serial: string | null; use?: CertificateUse }[]
  reached: readonly Reached[]
}

/** Every known certificate, each once: those in use first, then those on a token, the last to end first. */
export function listCertificates({ now, present, known, shown, reached }: Knowledge): Certificate[] {
  const facts = new Map(known.map(one => [one.facts.serial, one]))
  const tokens = new Map(present.map(one => [one.facts.serial, one.token]))
  const uses = new Map<string, CertificateUse[]>()
  for (const { serial, use } of shown) {
    const key = serialKey(serial ?? '')
    if (key) uses.set(key, [...(uses.get(key) ?? []), ...(use ? [use] : [])])
  }
  const serials = new Set([...facts.keys(), ...uses.keys(), ...reached.map(({ serial }) => serial)])
  const all = [...serials].map((serial): Certificate => {
    const one = facts.get(serial)
    return {
      serial,
      facts: one?.facts ?? null,
      ...validityOf(one?.facts, now),
      token: tokens.get(serial) ?? null,
      seenAt: one?.seenAt ?? null,
      usedFor: uses.get(serial) ?? [],
      companies: companiesOf(serial, reached),
    }
  })
  return all.sort(inOrder)
}

function validityOf(facts: CertificateFacts | undefined, now: number): Pick<Certificate, 'state' | 'daysLeft'> {
  if (!facts) return { state: 'unknown', daysLeft: null }
  const daysLeft = daysUntilEnd(facts.validUntil, now)
  if (daysLeft <= 0) return { state: 'expired', daysLeft }
  if (facts.validFrom > now) return { state: 'not-yet-valid', daysLeft }
  return { state: daysLeft <= WARNING_DAYS[0] ? 'expiring' : 'valid', daysLeft }
}

/** A company reached by two services is listed once. */
function companiesOf(serial: string, reached: readonly Reached[]): Certificate['companies'] {
  return reached.flatMap(one => (one.serial === serial ? [{ cui: one.cui, name: one.name }] : []))
}

function inOrder(one: Certificate, other: Certificate): number {
  const rank = ({ usedFor, token }: Certificate) => (usedFor.length > 0 ? 2 : 0) + (token === null ? 0 : 1)
  const end = ({ facts }: Certificate) => facts?.validUntil ?? 0
  return rank(other) - rank(one) || end(other) - end(one) || one.serial.localeCompare(other.serial)
}
