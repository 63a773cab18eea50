import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { createWorld, type World } from '../../authority/world/world.ts'
import { signInToMailbox } from '../../contract/support/spv.ts'
import { commandsOf, type RunCommand } from '../support/machine/commands.ts'
import { type Machine, setUpMachine } from '../support/machine/machine.ts'

export const [ACME, BETA, GAMA] = ['14399840', '34878414', '361757'] as const
/** Firms that nobody here has rights for in SPV. */
export const STRANGERS = ['1590082', '9010105'] as const
const PARTNER = '2816464'
/** The number of GAMA's documents that the authority answers with 500. */
export const FAILING = 10
/** Receipts of each of the three firms for last month, and for the month before; all arrived today. */
export const RECEIPTS = 2

const HOUR = 3_600_000

export type Office = {
  machine: Machine
  run: RunCommand
  file(name: string): string
  /** `10.2026`: the previous calendar month, and the one before. */
  lastMonth: string
  monthBefore: string
  /** `octombrie`. */
  lastMonthName: string
  /** The file that the system's file manager was asked to show. */
  shown: string
}

/** An office with every subject of the findings: errors, failed downloads, missing rights, receipts of two periods. */
export async function openOffice(): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'recipisa-'))
  const file = (name: string) => join(folder, name)
  await mkdir(file('bin'))
  await writeFile(file('bin/xdg-open'), '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/shown"\n')
  await chmod(file('bin/xdg-open'), 0o755)
  const today = Temporal.PlainDate.from(romaniaDay(Date.now()))
  const last = today.with({ day: 1 }).subtract({ days: 1 })
  const before = last.with({ day: 1 }).subtract({ days: 1 })
  const failing: string[] = []
  const machine = await setUpMachine({
    folder,
    env: { PATH: `${file('bin')}:${process.env.PATH}` },
    limits: { requestsPerMinute: 12_000, publicRequestsPerSecond: 50 },
    pace: { processingMs: 200, indexingMs: 200 },
    world: now => {
      const world = createWorld({ now })
      addInvoices(world, now(), last)
      failing.push(
        ...world
          .messagesOf(GAMA, 'test')
          .slice(0, FAILING)
          .map(({ id }) => id),
      )
      return world
    },
    mail: (mailbox, _world, now) => {
      for (const cif of [ACME, BETA, GAMA])
        for (const period of [monthOf(last), monthOf(before)])
          for (let n = 0; n < RECEIPTS; n++) mailbox.add({ cif, createdAt: now - HOUR, ...receipt(cif, period, n) })
    },
  })
  const { authority } = machine
  authority.registers.set(GAMA, { name: 'GAMA DIN REGISTRU SRL' })
  for (const id of failing)
    authority.faults.add({
      match: { path: 'descarcare', query: { id } },
      times: 'always',
      effect: { kind: 'status', status: 500 },
    })
  await writeFile(
    file('gresita.xml'),
    sampleXml({ seller: ACME, buyer: BETA, number: 'F-78' }).replaceAll('RO-', 'XX-'),
  )
  const run = commandsOf(machine)
  await run(['auth', 'import', '-'], { input: await authority.issueTokens() })
  await run(['session', 'import', 'spv', '-'], { input: await signInToMailbox(authority) })
  for (const cui of [ACME, BETA, GAMA, ...STRANGERS]) await run(['companies', 'add', cui])
  await run(['companies', 'lookup', GAMA])
  await run(['mailbox', 'sync'])
  const lastMonthName = last.toLocaleString('ro', { month: 'long' })
  return {
    machine,
    run,
    file,
    lastMonth: monthOf(last),
    monthBefore: monthOf(before),
    lastMonthName,
    shown: file('bin/shown'),
  }
}

function addInvoices(world: World, now: number, last: Temporal.PlainDate): void {
  world.addCompany(ACME, 'ACME SRL')
  world.addCompany(BETA, 'Beta SRL')
  world.addCompany(GAMA, 'Cum Scrie Partenerul SRL')
  const lastMonth = last.toZonedDateTime({ timeZone: 'Europe/Bucharest', plainTime: '12:00' }).epochMilliseconds
  const received = (buyer: string, number: string, uploadedAt: number) =>
    world.addInvoice({ seller: PARTNER, buyer, number, uploadedAt, environment: 'test' })
  received(ACME, 'VECHE-1', lastMonth)
  received(ACME, 'NOUA-1', now - 2 * HOUR)
  received(ACME, 'NOUA-12', now - HOUR)
  received(BETA, 'BETA-1', now - HOUR)
  for (let n = 0; n < FAILING + 4; n++) received(GAMA, `GAMA-${n}`, now - (n + 1) * HOUR)
}

/** `10.2026`. */
const monthOf = ({ month, year }: Temporal.PlainDate) => `${String(month).padStart(2, '0')}.${year}`

const receipt = (cif: string, period: string, n: number) => ({
  type: 'RECIPISA',
  details: `recipisa pentru CIF ${cif}, tip ${n % 2 === 0 ? 'D300' : 'D112'}, numar_inregistrare INTERNT-${cif}${n}-2026/01-01-2026, perioada raportare ${period}`,
})
