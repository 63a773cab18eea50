import { afterEach } from 'vitest'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { AuthorityOptions } from '../../authority/authority.ts'
import { createWorld, type NewDocument, type World } from '../../authority/world/world.ts'
import { type Desk, openDesk, shiftedClock, type Wire } from './wire.ts'

export const DAY = 86_400_000
export const HOUR = 3_600_000
export const CUI = '14399840'
export const PARTNER = '1590082'
export const PAGED = 'listaMesajePaginatieFactura'
export const BY_DAYS = 'listaMesajeFactura'

/** The running test's. */
export let desk: Desk

/** Closes the desk that each test of a file opens. */
export function deskForEach(): void {
  afterEach(() => desk.close())
}

/** One company with `count` sent invoices, spaced an hour apart up to an hour ago. */
export function company(count: number) {
  return (now: () => number): World => {
    const world = createWorld({ now })
    world.addCompany(CUI, 'Firma SRL')
    const step = Math.min(HOUR, Math.floor((50 * DAY) / Math.max(1, count)))
    for (let n = 0; n < count; n++) addInvoice(world, { uploadedAt: now() - HOUR - n * step })
    return world
  }
}

export function addInvoice(world: World, document: Partial<NewDocument> = {}) {
  return world.addInvoice({ seller: CUI, buyer: PARTNER, ...document })
}

/** A desk with a signed-in process. */
export async function open(options: Omit<AuthorityOptions, 'folder'>, clockAhead = 0): Promise<Wire> {
  desk = await openDesk(options)
  const wire = await desk.wire({ clock: shiftedClock(() => clockAhead) })
  await desk.signIn(wire)
  return wire
}

export const ids = (messages: readonly ListedMessage[]) => messages.map(({ id }) => id).sort()
export const worldIds = () => [...desk.authority.world.messages.keys()].sort()
export const asked = (path: string) => desk.authority.journal.find({ path })
