import { afterEach, beforeAll } from 'vitest'
import type { UploadRequest } from '../../../native-host/authority/efactura/types.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import type { Effect, Fault } from '../../authority/faults.ts'
import { sha256 } from '../../authority/journal.ts'
import { createWorld } from '../../authority/world/world.ts'
import { awayFromMidnight } from '../../support/away-from-midnight.ts'
import { type Desk, hastyClock, never, openDesk, type Wire } from './wire.ts'

/** The uploading company; the buyer is not one of the desk's companies. */
export const [CUI, BUYER] = ['14399840', '1590082'] as const
export const PLAIN = { extern: false, selfBilled: false, enforcement: false, b2c: false }
export const invoice = Buffer.from(sampleXml({ seller: CUI, buyer: BUYER }))

/** The running test's. */
export let desk: Desk

/** Closes the desk that each test of a file opens. */
export function deskForEach(): void {
  beforeAll(awayFromMidnight)
  afterEach(() => desk.close())
}

export async function open(limits: { raspPerDay?: number } = {}, clock = hastyClock()): Promise<Wire> {
  desk = await openDesk({
    limits,
    environment: 'prod',
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      return world
    },
  })
  const wire = await desk.wire({ clock })
  await desk.signIn(wire)
  return wire
}

export const upload = ({ uploadClient }: Wire, changes: Partial<UploadRequest> = {}, signal = never) =>
  uploadClient.upload({ bytes: invoice, standard: 'UBL', cui: CUI, flags: PLAIN, ...changes }, signal)
/** Requests that were sent. */
export const sent = () => desk.authority.journal.find({ method: 'POST', host: 'api.localhost' })
/** Uploads that the authority has recorded. */
export const recorded = () => desk.authority.uploadsOf(sha256(invoice))
export const strike = (effect: Effect): Fault =>
  desk.authority.faults.add({ match: { path: '/upload' }, times: 'always', effect })
