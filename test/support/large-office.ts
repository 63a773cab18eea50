import { Database } from '../../native-host/archive/core/database.ts'
import { databasePath } from '../../native-host/archive/core/paths.ts'
import { romaniaDay } from '../../shared/domain/romania-time.ts'
import { fold } from '../../shared/text/search-words.ts'
import { inventCompany } from '../authority/world/companies.ts'
import { createRandom } from '../authority/world/random.ts'

type Size = { companies: number; documents: number; now: number }

const MINUTE = 60_000
const LINES = [
  'Servicii de contabilitate',
  'Energie electrică',
  'Transport marfă',
  'Chirie birou',
  'Motorină',
  'Papetărie',
]

/**
 * Writes the index of a large office of the test environment into an existing archive: its companies, and documents of
 * about two years, without their files. For timings; identical for the same size.
 */
export async function fillArchive(dataDir: string, { companies, documents, now }: Size): Promise<void> {
  const random = createRandom(20_261_122)
  const taken = new Set<string>()
  const own = Array.from({ length: companies }, () => inventCompany(random, taken))
  const partners = Array.from({ length: companies * 10 }, () => inventCompany(random, taken))
  const db = await Database.open(databasePath(dataDir))
  db.transaction(() => {
    for (const { cui, name } of own) {
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
    for (let n = 0; n < documents; n++) {
      const [company, partner] = [random.pick(own), random.pick(partners)]
      const isSent = random.next() < 0.4
      const [seller, buyer] = isSent ? [company, partner] : [partner, company]
      const createdAt = now - n * 10 * MINUTE
      const number = `FCT-${random.between(1, 99_999)}`
      const line = random.pick(LINES)
      const invoice = {
        number,
        issueDate: romaniaDay(createdAt),
        sellerName: seller.name,
        sellerCui: seller.cui,
        buyerName: buyer.name,
        buyerCui: buyer.cui,
        payableAmount: (random.between(100, 5_000_000) / 100).toFixed(2),
        currency: random.next() < 0.9 ? 'RON' : 'EUR',
        type: 'invoice',
        attachments: 0,
      }
      const id = String(3_000_000_000 + n)
      const words = [id, company.cui, number, seller.name, seller.cui, buyer.name, buyer.cui].join(' ')
      db.run(
        `INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed,
            state, seen, invoice, search, line_words, path, sha256, size, archived_at)
          VALUES ('test', :id, :uploadIndex, :cui, :kind, :type, :createdAt, :day, 'Factura cu id_incarcare', 0,
            'archived', 1, :invoice, :search, :lineWords, :path, :sha256, 4000, :createdAt)`,
        {
          id,
          uploadIndex: String(5_000_000_000 + n),
          cui: company.cui,
          kind: isSent ? 'sent' : 'received',
          type: isSent ? 'FACTURA TRIMISA' : 'FACTURA PRIMITA',
          createdAt,
          day: invoice.issueDate,
          invoice: JSON.stringify(invoice),
          search: fold(words),
          lineWords: fold(line),
          path: `${company.cui}/2026/11/facturi-primite/${id}.zip`,
          sha256: id.padStart(64, '0'),
        },
      )
    }
    db.run(
      `INSERT INTO invoice_vat (message, percent, side, currency, vat)
        SELECT n, CASE n % 4 WHEN 0 THEN '11' ELSE '21' END, CASE kind WHEN 'sent' THEN 'sale' ELSE 'purchase' END,
          currency, CAST(round(amount * 21 / 121.0) AS INTEGER)
        FROM messages WHERE environment = 'test' AND kind IN ('sent', 'received')`,
    )
  })
  db.close()
}
