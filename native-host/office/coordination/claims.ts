import type { SharedArea } from '../../archive/exchange/exchange.ts'
import type { OfficeConnection, OfficeDatabase } from '../database.ts'

/**
 * A document of the authority's, by what the authority calls it, or a folder that one seat mirrors into. `company`: whose
 * document it is, once that is known.
 */
export type ClaimKey = { area: SharedArea | 'mirror'; environment: string; key: string; company?: string }

/**
 * Claims of downloads over all seats. They belong to a connection, and the server releases them when that ends: when
 * the process, the machine or the network dies.
 */
export type Claims = {
  /** `yours` until released; `busy` while another seat has it; `there` once the office has the document. */
  take(key: ClaimKey): Promise<'yours' | 'busy' | 'there'>
  /** Whether this process has the claim. */
  isHeld(key: ClaimKey): boolean
  release(key: ClaimKey): Promise<void>
  close(): Promise<void>
}

export function createClaims(database: Pick<OfficeDatabase, 'connect'>): Claims {
  const held = new Set<string>()
  let holder: Promise<OfficeConnection> | undefined
  /** The connection that holds the claims; a new one once it is lost. */
  const connection = (): Promise<OfficeConnection> => {
    if (holder) return holder
    const made = database.connect()
    holder = made
    const forget = () => {
      if (holder === made) holder = undefined
      held.clear()
    }
    made.then(({ onLost }) => onLost(forget), forget)
    return made
  }
  const params = ({ area, environment, key }: ClaimKey) => [area, environment, key]
  return {
    async take(key) {
      const { query } = await connection()
      const [row] = await query<{ claim: 'yours' | 'busy' | 'there' }>(
        'SELECT recipisa.claim_document($1, $2, $3, $4) AS claim',
        [...params(key), key.company ?? null],
      )
      const claim = row?.claim ?? 'busy'
      if (claim === 'yours') held.add(params(key).join(' '))
      return claim
    },
    isHeld: key => held.has(params(key).join(' ')),
    async release(key) {
      held.delete(params(key).join(' '))
      // A lost connection has released everything.
      if (!holder) return
      await (await holder).query('SELECT recipisa.release_document($1, $2, $3)', params(key))
    },
    async close() {
      const open = await holder?.catch(() => undefined)
      holder = undefined
      await open?.close()
    },
  }
}
