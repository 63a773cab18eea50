import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { declarationPdf } from '../../test/authority/documents/declaration-pdf.ts'
import { sampleXml } from '../../test/authority/documents/sample.ts'
import type { Company } from '../../test/authority/world/companies.ts'
import { type Machine, setUpMachine } from '../../test/browser/support/machine/machine.ts'
import { signInToPortal } from '../../test/contract/support/portal.ts'
import { signInToMailbox } from '../../test/contract/support/spv.ts'
import { makeOffice } from '../../test/office/make-office.ts'
import { run } from '../../test/support/run-program.ts'

const HOST = join(import.meta.dirname, '../../dist/recipisa.js')
const SIZE = { companies: 24, documents: 1500 }

/** An accountant's machine on a working day: an office of invented documents, signed in everywhere. */
export type Office = {
  machine: Machine
  /** The companies whose books are kept here. */
  clients: readonly Company[]
  /** Outside firms, one of which is looked up. */
  suppliers: readonly Company[]
  supplier: Company
  /** Invoices to send; ANAF's rules find something in the first. */
  drafts: string[]
  /** Declarations to submit; the second is not signed. */
  declarations: string[]
  /** A ledger to compare, and a list of companies. */
  ledger: string
  list: string
  /** Call it once the browser is closed. */
  close(): Promise<void>
}

export async function setUpOffice(): Promise<Office> {
  const machine = await setUpMachine({
    environment: 'prod',
    env: { TZ: 'Europe/Bucharest' },
    limits: { publicRequestsPerSecond: 50 },
  })
  const close = async () => {
    await machine.endRunners()
    await machine.remove()
  }
  try {
    const { authority, sandbox } = machine
    const made = await makeOffice({ ...SIZE, dataDir: sandbox.dataDir, ministry: authority.ministry })
    const [first] = made.clients
    if (!first) throw new Error('the office has no companies')
    for (const { cui, name } of made.clients) authority.world.addCompany(cui, name)
    const suppliers = [...new Map(first.partners.map(partner => [partner.cui, partner])).values()].slice(0, 11)
    tellRegisters(machine, [...made.clients, ...suppliers])
    const [supplier] = suppliers
    if (!supplier) throw new Error('the first company has no suppliers')
    await signIn(machine, [...made.clients.slice(0, 3), ...suppliers.slice(0, 5)])
    const files = await writeFiles(machine, made.clients, supplier)
    return { machine, clients: made.clients, suppliers, supplier, ...files, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Gives the registers the firms on the invoices, so that both agree. */
function tellRegisters({ authority: { registers } }: Machine, firms: readonly Company[]): void {
  for (const { cui, ...known } of firms) {
    const year = known.registration.split('/').at(-1)
    const fiscalAuthority = `Administrația Județeană a Finanțelor Publice ${known.city}`
    const vat = [{ from: `${year}-04-01`, to: null }]
    const usual = { caen: '1071', fiscalAuthority, vat, inactive: null, struckOffOn: null }
    registers.set(cui, { ...known, ...usual, registeredOn: `${year}-03-01` })
  }
}

async function signIn({ authority, sandbox }: Machine, lookedUp: readonly Company[]): Promise<void> {
  const env = { ...sandbox.env, RECIPISA_CLIENT_SECRET: authority.clientSecret }
  const host = (args: readonly string[], input?: unknown) =>
    run(process.execPath, [HOST, ...args], { env, ...(input === undefined ? {} : { input: JSON.stringify(input) }) })
  const person = await authority.enrolPerson({ commonName: 'IONESCU MARIA', rights: 'all' })
  await host(['auth', 'import', '-'], await authority.issueTokens())
  await host(['session', 'import', 'spv', '-'], await signInToMailbox(authority))
  await host(['session', 'import', 'portal', '-'], await signInToPortal(authority, person))
  await host(['companies', 'lookup', ...lookedUp.map(({ cui }) => cui)])
}

async function writeFiles({ sandbox, person }: Machine, [seller]: readonly Company[], buyer: Company) {
  if (!seller) throw new Error('the office has no companies')
  const write = async (name: string, content: string | Uint8Array) => {
    const path = join(sandbox.folder, name)
    await writeFile(path, content)
    return path
  }
  const invoice = (number: string, buyersCui: string) => {
    const issueDate = Temporal.Now.plainDateISO('Europe/Bucharest').toString()
    const xml = sampleXml({ seller: seller.cui, buyer: buyersCui, number, issueDate })
      .replaceAll(`Firma ${seller.cui} SRL`, seller.name.replaceAll('&', '&amp;'))
      .replaceAll(`Firma ${buyersCui} SRL`, buyer.name.replaceAll('&', '&amp;'))
    return write(`${number}.xml`, xml)
  }
  // A wrong check digit.
  const wrong = buyer.cui.replace(/.$/, digit => String((Number(digit) + 1) % 10))
  const { year, month } = Temporal.Now.plainDateISO('Europe/Bucharest').subtract({ months: 1 })
  const subject = { cui: seller.cui, name: seller.name, year, month }
  return {
    drafts: [await invoice('FCT-2041', wrong), await invoice('FCT-2042', buyer.cui)],
    declarations: [
      await write('d390.pdf', await declarationPdf({ form: 'D390', ...subject, signer: person })),
      await write('d205.pdf', await declarationPdf({ form: 'D205', ...subject })),
    ],
    ledger: await write('jurnal.csv', `Nr. factură;CUI;Data;Total\nSTR-9;${buyer.cui};05.10.2026;100,00\n`),
    list: await write('clienti.csv', `CUI\n${seller.cui}\nabc\n${buyer.cui}\n${buyer.cui}\n`),
  }
}
