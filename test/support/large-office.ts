import { Database } from '../../native-host/archive/core/database.ts'
import { databasePath } from '../../native-host/archive/core/paths.ts'
import { FILL_COUNTS } from '../../native-host/archive/core/schema/schema-counts.ts'
import { searchText } from '../../native-host/archive/invoices/message-rows.ts'
import { createTextIndex } from '../../native-host/archive/search/text-index.ts'
import { romaniaDay } from '../../shared/domain/romania-time.ts'
import { fold } from '../../shared/text/search-words.ts'
import { type Company, inventCompany } from '../authority/world/companies.ts'
import { createRandom, type Random } from '../authority/world/random.ts'

type Size = { companies: number; documents: number; now: number }

const DAY = 86_400_000
/** From the first document to the last. */
const SPAN = 730 * DAY
const LINES = [
  'Servicii de contabilitate',
  'Energie electrică',
  'Transport marfă',
  'Chirie birou',
  'Motorină',
  'Papetărie',
]

/**
 * Writes the index of a large office of the test environment into an archive that exists: its companies, and documents of
 * two years, without their files. For timings; the same for the same size. A hundredth of the documents are errors, waiting,
 * or unread; one in fifty has a PDF or attachments.
 */
export async function fillArchive(dataDir: string, { companies, documents, now }: Size): Promise<void> {
  const random = createRandom(20_261_122)
  const taken = new Set<string>()
  const own = Array.from({ length: companies }, () => inventCompany(random, taken))
  const partners = Array.from({ length: companies * 10 }, () => inventCompany(random, taken))
  const db = await Database.open(databasePath(dataDir))
  try {
    db.transaction(() => {
      putCompanies(db, own, now)
      withoutIndexes(db, () => {
        for (let n = 0; n < documents; n++) {
          const createdAt = Math.round(now - ((documents - n) * SPAN) / documents)
          db.run(INSERT, inventRow(n, createdAt, random, random.pick(own), random.pick(partners)))
        }
      })
      for (const statement of FILL_COUNTS) db.run(statement)
      db.run(
        `INSERT INTO invoice_vat (message, percent, side, currency, vat)
          SELECT n, CASE n % 4 WHEN 0 THEN '11' ELSE '21' END, CASE kind WHEN 'sent' THEN 'sale' ELSE 'purchase' END,
            currency, CAST(round(amount * 21 / 121.0) AS INTEGER)
          FROM messages WHERE environment = 'test' AND kind IN ('sent', 'received') AND currency IS NOT NULL`,
      )
    })
    await createTextIndex(db).takeIn(new AbortController().signal)
  } finally {
    db.close()
  }
}

function putCompanies(db: Database, companies: readonly Company[], now: number): void {
  for (const { cui, name } of companies) {
    db.run(
      `INSERT INTO companies (environment, cui, rights, added_at, synced_at) VALUES ('test', :cui, 'granted', :now, :now)`,
      { cui, now },
    )
    db.run(`INSERT INTO company_names (environment, cui, name, as_of) VALUES ('test', :cui, :name, :now)`, {
      cui,
      name,
      now,
    })
  }
}

const COLUMNS = [
  ...['id', 'upload_index', 'cui', 'kind', 'type', 'created_at', 'created_day', 'details', 'state', 'seen', 'invoice'],
  ...['search', 'line_words', 'path', 'sha256', 'size', 'archived_at', 'day', 'number', 'currency', 'amount'],
  ...['attachments', 'partner_cui', 'partner_name', 'partner_key', 'pdf'],
]
const INSERT = `INSERT INTO messages (environment, self_billed, ${COLUMNS.join(', ')})
  VALUES ('test', 0, ${COLUMNS.map(name => `:${name}`).join(', ')})`

/** One row with everything that the schema's triggers would fill in. */
function inventRow(n: number, createdAt: number, random: Random, company: Company, partner: Company) {
  const isSent = random.next() < 0.4
  const isError = random.next() < 0.01
  const isArchived = random.next() < 0.99
  const [seller, buyer] = isSent ? [company, partner] : [partner, company]
  const day = romaniaDay(createdAt)
  const invoice = {
    number: `FCT-${random.between(1, 99_999)}`,
    issueDate: day,
    sellerName: seller.name,
    sellerCui: seller.cui,
    buyerName: buyer.name,
    buyerCui: buyer.cui,
    payableAmount: (random.between(100, 5_000_000) / 100).toFixed(2),
    currency: random.next() < 0.9 ? 'RON' : 'EUR',
    type: 'invoice',
    attachments: random.next() < 0.02 ? 1 : 0,
  }
  const read = isArchived && !isError ? invoice : undefined
  const id = String(3_000_000_000 + n)
  const uploadIndex = String(5_000_000_000 + n)
  const details = `Factura cu id_incarcare=${uploadIndex} emisa de cif_emitent=${seller.cui} pentru cif_beneficiar=${buyer.cui}`
  const kind = isError ? 'errors' : isSent ? 'sent' : 'received'
  const entry = {
    id,
    uploadIndex,
    cui: company.cui,
    kind,
    details,
    sellerCui: seller.cui,
    buyerCui: buyer.cui,
  } as const
  return {
    id,
    upload_index: uploadIndex,
    cui: company.cui,
    kind,
    type: isError ? 'ERORI FACTURA' : isSent ? 'FACTURA TRIMISA' : 'FACTURA PRIMITA',
    created_at: createdAt,
    created_day: day,
    details,
    state: isArchived ? 'archived' : n % 2 === 0 ? 'failed' : 'expired',
    seen: random.next() < 0.99 ? 1 : 0,
    invoice: read ? JSON.stringify(read) : null,
    search: searchText(entry, read ?? null),
    line_words: read ? fold(random.pick(LINES)) : '',
    path: isArchived ? `${company.cui}/2026/11/facturi-primite/${id}.zip` : null,
    sha256: isArchived ? id.padStart(64, '0') : null,
    size: isArchived ? 12_000 : null,
    archived_at: isArchived ? createdAt : null,
    day,
    number: read?.number ?? uploadIndex,
    currency: read?.currency ?? null,
    amount: read ? Math.round(Number(read.payableAmount) * 100) : null,
    attachments: read?.attachments ?? 0,
    partner_cui: partner.cui,
    partner_name: read ? partner.name : null,
    partner_key: fold(read ? partner.name : partner.cui),
    pdf: random.next() < 0.02 ? '{}' : null,
  }
}

/** Without indexes and triggers the rows are written in a fifth of the time. */
function withoutIndexes(db: Database, work: () => void): void {
  const parts = db.all<{ type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'messages' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
  )
  for (const { type, name } of parts) db.run(`DROP ${type} ${name}`)
  work()
  for (const { sql } of parts) db.run(sql)
}
