import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { declarationPdf } from '../../test/authority/documents/declaration-pdf.ts'
import { sampleXml } from '../../test/authority/documents/sample.ts'
import { seedMail } from '../../test/authority/spv/seed.ts'
import type { Company } from '../../test/authority/world/companies.ts'
import { seedWorld } from '../../test/authority/world/seed.ts'
import { type Machine, setUpMachine } from '../../test/browser/support/machine/machine.ts'
import { signInToPortal } from '../../test/contract/support/portal.ts'
import { signInToMailbox } from '../../test/contract/support/spv.ts'
import { run } from '../../test/support/run-program.ts'

const HOST = join(import.meta.dirname, '../../dist/recipisa.js')
const FORMS = ['D112', 'D300', 'D394'] as const
const HOUR = 3_600_000

/** An accountant's machine on a working day: signed in, synced, last month's declarations submitted. */
export type Office = {
  machine: Machine
  /** Whose books are kept here. */
  clients: readonly Company[]
  /** Firms outside, and the one of them that is looked up. */
  suppliers: readonly Company[]
  supplier: Company
  /** How many declarations have their receipts. */
  receipts: number
  /** Invoices to transmit; ANAF's rules find something in the first. */
  drafts: string[]
  /** Call it once the browser is closed. */
  close(): Promise<void>
}

export async function setUpOffice(): Promise<Office> {
  const machine = await setUpMachine({
    environment: 'prod',
    env: { TZ: 'Europe/Bucharest' },
    limits: { publicRequestsPerSecond: 50 },
    world: now => seedWorld({ now, environment: 'prod', companies: 4, invoicesPerCompany: 30 }),
    mail: seedMail({ messages: 24 }),
  })
  const close = async () => {
    await machine.endRunners()
    await machine.remove()
  }
  try {
    const clients = [...machine.authority.world.companies.values()]
    const suppliers = nameSuppliers(machine)
    const supplier = suppliers.find(({ name }) => name.startsWith('Brutăria'))
    if (!supplier) throw new Error('the world has no bakery')
    await work(machine, clients)
    const drafts = await writeDrafts(machine, clients, supplier)
    return { machine, clients, suppliers, supplier, receipts: clients.length * FORMS.length, drafts, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tells the registers of firms that invoices name, so that both say the same. */
function nameSuppliers({ authority: { world, registers } }: Machine): Company[] {
  const parties = new Map([...world.uploads.values()].map(({ seller }) => [seller.cui, seller]))
  const suppliers = [...parties.values()].filter(({ cui }) => !world.companies.has(cui)).slice(0, 11)
  for (const { cui, ...known } of suppliers) {
    const year = known.registration.split('/').at(-1)
    const fiscalAuthority = `Administrația Județeană a Finanțelor Publice ${known.city}`
    const vat = [{ from: `${year}-04-01`, to: null }]
    const usual = { caen: '1071', fiscalAuthority, vat, inactive: null, struckOffOn: null }
    registers.set(cui, { ...known, ...usual, registeredOn: `${year}-03-01` })
  }
  return suppliers
}

async function work({ authority, sandbox }: Machine, clients: readonly Company[]): Promise<void> {
  const env = { ...sandbox.env, RECIPISA_CLIENT_SECRET: authority.clientSecret }
  const host = (args: readonly string[], input?: unknown) =>
    run(process.execPath, [HOST, ...args], { env, ...(input === undefined ? {} : { input: JSON.stringify(input) }) })
  const person = await authority.enrolPerson({ commonName: 'IONESCU MARIA', rights: 'all' })
  await host(['auth', 'import', '-'], await authority.issueTokens())
  await host(['session', 'import', 'spv', '-'], await signInToMailbox(authority))
  await host(['session', 'import', 'portal', '-'], await signInToPortal(authority, person))
  for (const { cui } of clients) await host(['companies', 'add', cui])
  await host(['invoices', 'sync', '--days', '60'])
  await host(['mailbox', 'sync', '--days', '60'])

  const { year, month } = Temporal.Now.plainDateISO('Europe/Bucharest').subtract({ months: 1 })
  const submit = async (form: string, { cui, name }: Company) => {
    const path = join(sandbox.folder, `${form}-${cui}.pdf`)
    await writeFile(path, await declarationPdf({ form, cui, name, year, month, signer: person }))
    await host(['declarations', 'submit', path, '--yes'])
  }
  const { habits } = authority.declarations
  habits.processingMs = 100
  for (const client of clients) for (const form of FORMS) await submit(form, client)
  habits.processingMs = HOUR
  for (const client of clients.slice(0, 1)) await submit('D390', client)
}

/** Two invoices of the first client; the buyer's CUI in the first has a wrong check digit. */
async function writeDrafts({ sandbox }: Machine, [seller]: readonly Company[], buyer: Company): Promise<string[]> {
  if (!seller) throw new Error('the world has no firms')
  const write = async (number: string, buyersCui: string) => {
    const issueDate = Temporal.Now.plainDateISO('Europe/Bucharest').toString()
    const xml = sampleXml({ seller: seller.cui, buyer: buyersCui, number, issueDate })
      .replaceAll(`Firma ${seller.cui} SRL`, seller.name)
      .replaceAll(`Firma ${buyersCui} SRL`, buyer.name)
    const path = join(sandbox.folder, `${number}.xml`)
    await writeFile(path, xml)
    return path
  }
  const wrong = buyer.cui.replace(/.$/, digit => String((Number(digit) + 1) % 10))
  return [await write('FCT-2041', wrong), await write('FCT-2042', buyer.cui)]
}
