import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBrowserTransport } from '../../native-host/authority/wire/transports/browser-transport.ts'
import { createUndiciTransport } from '../../native-host/authority/wire/transports/undici-transport.ts'
import type { Secrets } from '../../native-host/secrets/secrets.ts'
import type { Issued } from '../authority/certificates.ts'
import { createWorld } from '../authority/world/world.ts'
import { type Desk, hastyClock, openDesk, vaultSecrets, type Wire } from '../contract/support/wire.ts'
import { browserPort } from './browser.ts'
import { type BadPorts, createWay, openBadPorts, type Way } from './way.ts'

/** The company of every operation, and its partner. */
export const [OWN, PARTNER] = ['14399840', '1590082'] as const

const HOUR = 3_600_000

/** An authority without small limits, because a matrix of cells asks it over and over. */
export type Ground = {
  desk: Desk
  /** The person who holds tokens and sessions. */
  person: Issued
  ports: BadPorts
  /** An unused machine. `ahead`: its clock's lead over the authority's, ms. */
  machine(options: { ahead: number; isCertificate: boolean }): Promise<Machine>
  close(): Promise<void>
}

export type Machine = {
  ground: Ground
  wire: Wire
  way: Way
  secrets: Secrets
  /** Pauses between tries take no time on it; `slept` lists them, ms. */
  clock: ReturnType<typeof hastyClock>
  /** A different one each time, for documents that differ. */
  next(): number
  /** Ends its process and deletes its data. */
  close(): Promise<void>
}

export async function openGround(): Promise<Ground> {
  const many = 1_000_000
  const desk = await openDesk({
    environment: 'prod',
    limits: { listPerDay: many, downloadsPerDay: many, statusPerDay: many },
    registers: { resetEvery: null, idleMs: null },
    world: now => {
      const world = createWorld({ now, environment: 'prod' })
      world.addCompany(OWN, 'Firma SRL')
      world.addInvoice({ seller: OWN, buyer: PARTNER, uploadedAt: now() - 2 * HOUR })
      return world
    },
    mail: (mailbox, _world, now) => mailbox.add({ cif: OWN, type: 'RECIPISA', createdAt: now - 2 * HOUR }),
  })
  const person = await desk.authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  const ports = await openBadPorts()
  let machines = 0
  let documents = 0
  const ground: Ground = {
    desk,
    person,
    ports,
    async machine({ ahead, isCertificate }) {
      const hasty = hastyClock()
      const clock = { ...hasty, now: () => hasty.now() + ahead }
      const way = createWay(clock.now)
      const secrets = vaultSecrets(new Map())
      const { caPem, profile } = desk.authority
      const dataDir = join(desk.dataDir, `machine-${++machines}`)
      const wire = await desk.wire({
        clock,
        secrets,
        dataDir,
        connections: ({ ca }) => way.over(createUndiciTransport(ca)),
        ...(isCertificate
          ? {
              apiTransport: way.over(createBrowserTransport(browserPort(caPem, person))),
              profile: { access: 'certificate', apiUrl: profile.certUrl },
            }
          : {}),
      })
      const close = async () => {
        await wire.close()
        await rm(dataDir, { recursive: true, force: true })
      }
      return { ground, wire, way, secrets, clock, next: () => ++documents, close }
    },
    async close() {
      await desk.close()
      ports.close()
    },
  }
  return ground
}
