import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeDatabase } from '../database.ts'

/** A content to file. */
export type Filing = {
  kind: 'upload' | 'declaration' | 'request'
  environment: string
  company: string
  /** SHA-256 of the filed content. */
  sha256: string
}
/** With this computer, among those that use its seat's login (Exchange.computer). */
export type FilingKey = Filing & { computer: string }

/**
 * A seat's knowledge of a filing. `released`: certainly not filed, so anyone may file it; `sent`: the authority has it;
 * `accepted` and `refused` are final.
 */
export type FilingState = 'sent' | 'unknown' | 'accepted' | 'refused' | 'released'

/** Filings over all seats: one content, one filing. */
export type Filings = {
  /**
   * Claims a filing for this computer, before its first byte leaves. Throws `filed-by-colleague` if another one, or another
   * seat, has filed it or is about to; if this one has, its own journal decides. `again`: the person wants it sent all the
   * same. Returns the claim's moment, by which the server knows it.
   */
  claim(key: FilingKey, again: boolean): Promise<string>
  /**
   * Records the filing's outcome; another computer's latest entry stays if it says more. `claim`: releases only that one, and
   * none that this computer has made since; null for its latest.
   */
  settle(key: FilingKey, state: FilingState, number: string | null, claim: string | null): Promise<void>
}

type Row = {
  mine: boolean
  seat: string
  computer: string
  state: string
  number: string | null
  at: Date
  claim: string
}

export function createFilings({ query }: Pick<OfficeDatabase, 'query'>): Filings {
  const params = ({ kind, environment, company, sha256, computer }: FilingKey) => [
    ...[kind, environment, company, Buffer.from(sha256, 'hex'), computer],
  ]
  return {
    async claim(key, again) {
      const [row] = await query<Row>('SELECT *, at::text AS claim FROM recipisa.claim_filing($1, $2, $3, $4, $5, $6)', [
        ...params(key),
        again,
      ])
      if (row?.mine) return row.claim
      const { seat = '', computer = '', state = '', number = null, at = new Date(0) } = row ?? {}
      const outcome = number === null ? state : `${state}, ${number}`
      throw new RecipisaError('filed-by-colleague', {
        seat,
        computer: nameOf(computer),
        outcome,
        when: formatQuotedMoment(at.getTime()),
      })
    },
    async settle(key, state, number, claim) {
      await query('SELECT recipisa.settle_filing($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...params(key),
        state,
        number,
        claim,
      ])
    },
  }
}

/** The name of a computer without the id of its claim. */
const nameOf = (computer: string): string => computer.slice(0, computer.lastIndexOf(' '))
