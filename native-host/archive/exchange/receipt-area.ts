import * as v from 'valibot'
import { Cui, WireId } from '../../../shared/domain/values.ts'
import type { Database } from '../core/database.ts'
import type { Receipts } from '../declarations/receipts.ts'
import { holdersOf } from './declaration-area.ts'
import type { ExchangeArea } from './exchange.ts'

/** `month`: `yyyy-MM`; the file's name begins with it. */
const ReceiptBody = v.object({ form: v.string(), month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)) })

type Row = { cui: string; form: string; path: string; sha256: string }

/** Receipts of declarations. They are small, so they are brought at once. */
export function createReceiptArea(db: Database, receipts: Pick<Receipts, 'find' | 'read' | 'store'>): ExchangeArea {
  const rowOf = (key: string) =>
    db.get<Row>('SELECT cui, form, path, sha256 FROM receipts WHERE upload_index = :key', { key })
  return {
    area: 'receipts',
    source: { table: 'receipts', columns: 'sha256', environment: `''`, key: 'NEW.upload_index', company: 'NEW.cui' },
    find(key) {
      const row = rowOf(key)
      // <CUI>/<year>/<month>/recipise/<file>
      const [, year, month] = row?.path.split('/') ?? []
      return row && { company: row.cui, body: { form: row.form, month: `${year}-${month}` }, sha256: row.sha256 }
    },
    // Nothing but the document itself says whose it is.
    nameOf: ({ key, company }) => ({ key: v.parse(WireId, key), company: v.parse(Cui, company) }),
    holders: ({ key }) => [...holdersOf(db, key), ...[rowOf(key)].flatMap(row => row?.cui ?? [])],
    receive({ key, body, sha256 }) {
      v.parse(ReceiptBody, body)
      const row = rowOf(key)
      if (!row) return { wanted: sha256 !== null }
      return sha256 !== null && row.sha256 !== sha256 ? { conflict: row.sha256 } : { wanted: false }
    },
    holds: key => rowOf(key) !== undefined,
    async bytes(key) {
      const row = rowOf(key)
      return row && (await receipts.find(key, row.cui)) ? (await receipts.read(key)).bytes : undefined
    },
    async bring({ key: uploadIndex, company: cui, body }, bytes) {
      await receipts.store({ uploadIndex, cui, ...v.parse(ReceiptBody, body), bytes })
    },
  }
}
