import type { Clock } from '../clock.ts'
import type { Exchange, Reply } from '../http.ts'
import type { World } from '../world/world.ts'
import { cnpOf } from './identity.ts'
import type { Mailbox } from './mailbox.ts'

/** The dependencies of the mailbox's operations. */
export type SpvContext = { mailbox: Mailbox; world: World; clock: Clock }

/** `serial` belongs to the certificate that began the session. */
export type SpvOperation = (exchange: Exchange, serial: string, context: SpvContext) => Reply

/** The certificate holder's identity, which every answer with a result echoes. */
export function identityOf(serial: string, { world, mailbox }: SpvContext) {
  const rights = world.rightsOf(serial)
  const [first = ''] = rights
  const isLone = rights.length === 1 && mailbox.habits.loneCuiAsNumber
  return { cnp: cnpOf(serial), serial, cui: isLone ? Number(first) : rights.join(',') }
}

/** Misspelled as the service does. */
export const withoutRight = (cif: string): string => `Nu veti drept sa solictati informatii despre CIF=${cif}`

export const wrongCui = (cui: string): string => `CUI-ul introdus= ${cui} nu este corect.`
