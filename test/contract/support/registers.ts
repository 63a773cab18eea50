import { serviceOf } from '../../../native-host/authority/registers/register-services.ts'
import { REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { Register } from '../../../shared/domain/registers.ts'
import type { AuthorityOptions } from '../../authority/authority.ts'
import { createWorld } from '../../authority/world/world.ts'
import { type Desk, never, openDesk, type Wire } from './wire.ts'

/** Two firms that the registers know, and a CUI that they do not. */
export const [KNOWN, OTHER, NOBODY] = ['14399840', '1590082', '21'] as const
export const DAY = '2026-03-15'
export const PATHS = Object.fromEntries(REGISTER_NAMES.map(name => [name, serviceOf(name).path])) as Record<
  Register,
  string
>

/** An authority whose registers know these firms. */
export async function openRegisters(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Desk> {
  const desk = await openDesk({
    world: now => {
      const world = createWorld({ now })
      for (const cui of [KNOWN, OTHER]) world.addCompany(cui, `Țiglăria „Ștefan & Fiii” ${cui} SRL`)
      return world
    },
    ...options,
  })
  desk.authority.registers.set(NOBODY, 'unknown')
  return desk
}

export const ask = (wire: Wire, register: Register, cuis: readonly string[] = [KNOWN], day: string = DAY) =>
  wire.registers.ask({ register, cuis, day }, never)

/** Requests to the public host, from the authority's journal. */
export const askedOf = ({ authority }: Desk) => authority.journal.find({ host: 'webservicesp.localhost' })
