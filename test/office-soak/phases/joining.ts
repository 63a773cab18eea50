import { setTimeout as wait } from 'node:timers/promises'
import type * as v from 'valibot'
import type { Invitation } from '../../../shared/protocol/office.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { HostProcess } from '../../contract/support/host.ts'
import type { PreparedEnv } from '../../contract/support/prepare.ts'
import { sha256 } from '../../contract/support/uploads.ts'
import { countDocuments } from '../support/archives.ts'
import { grouped, type Ledger } from '../support/ledger.ts'
import { done, type Premises } from '../support/premises.ts'
import { RESTORED } from './backup.ts'

/** Entries of the archive that a seat joins. */
const ARCHIVE = 100_000
/** Within which it is to be of use, s. */
const TARGET = 10
/** How many documents a person's first look shows. */
const PAGE = 50
/** How long all entries may take, ms. */
const PATIENCE = 600_000

/**
 * A seat joins an office with a large archive, and is used at once: its list of the latest invoices, a search, and the claim
 * of a filing. Meanwhile the rest comes in.
 */
export async function joinLargeArchive(premises: Premises, owner: PreparedEnv, ledger: Ledger): Promise<void> {
  const { authority } = premises.world
  const held = await enlarge(premises)
  const { url, password } = (await done(['office', 'seat', 'add', 'Noua', '--role', 'office'], owner)) as v.InferOutput<
    typeof Invitation
  >
  const machine = await premises.machine('noua')
  const beganAt = performance.now()
  const seconds = () => (performance.now() - beganAt) / 1000
  await done(['office', 'join', url], machine, `${password}\n`)
  const host = new HostProcess(machine)
  try {
    const listed = async () => {
      const { items } = await host.request('invoices.list', { limit: PAGE })
      return items.length === PAGE && items.filter(({ state }) => state === 'archived').length === PAGE && items
    }
    const items = await until(listed)
    const listedAt = seconds()
    const name = items.find(({ invoice }) => invoice !== null)?.invoice?.sellerName ?? ''
    await until(async () => (await host.request('invoices.list', { search: name, limit: PAGE })).total > 0)
    const searchedAt = seconds()
    const [seller = '', buyer = ''] = authority.world.companies.keys()
    const bytes = Buffer.from(sampleXml({ seller, buyer, number: 'PRIMA-1' }))
    await upload(host, bytes)
    const isSent = authority.uploadsOf(sha256(bytes)).length === 1
    const usableAt = seconds()
    const early = countDocuments({ env: machine })
    await until(() => countDocuments({ env: machine }) >= held).catch(() => undefined)
    const missing = held - countDocuments({ env: machine })
    const whole = seconds()
    ledger.promise(
      'a seat that joins gets the whole archive',
      held,
      'entries',
      missing > 0 ? [`${missing} are missing`] : [],
    )
    ledger.promise('a seat that has just joined files once, by a claim', 1, 'filing', isSent ? [] : ['it was not sent'])
    ledger.time(`joining ${grouped(held)}: the latest invoices are listed`, listedAt, TARGET)
    ledger.time(`joining ${grouped(held)}: a search answers`, searchedAt, TARGET)
    ledger.time(`joining ${grouped(held)}: a claim answers`, usableAt, TARGET)
    ledger.time(`joining ${grouped(held)}: everything is in`, whole, null)
    ledger.told('entries in when it was usable', grouped(early))
    ledger.told('entries a second', grouped(Math.round(held / whole)))
  } finally {
    await host.close()
  }
}

async function upload(host: HostProcess, bytes: Buffer): Promise<void> {
  const data = bytes.toString('base64')
  const { sha256, cui, standard, suggested } = await host.request('uploads.inspect', { fileName: 'prima.xml', data })
  await host.request('uploads.send', { sha256, cui: cui ?? '', standard: standard ?? 'UBL', flags: suggested })
}

/** Copies the archived invoices of the restored office until it has as many as were promised; gives their number. */
async function enlarge({ server }: Premises): Promise<number> {
  const archived = `area = 'invoices' AND sha256 IS NOT NULL`
  const [row] = await server.run<{ n: number }>(
    RESTORED,
    `SELECT count(*)::integer AS n FROM recipisa.entries WHERE ${archived}`,
  )
  const n = row?.n ?? 0
  await server.run(
    RESTORED,
    `INSERT INTO recipisa.entries (area, environment, key, company, body, sha256, seat, at)
      SELECT area, environment, copy || key, company, jsonb_set(jsonb_set(body, '{message,id}', to_jsonb(copy || key)),
          '{message,uploadIndex}', to_jsonb(copy || (body->'message'->>'uploadIndex'))), sha256, seat, at
        FROM recipisa.entries, generate_series(1, $1::integer) AS copy WHERE ${archived} LIMIT $2`,
    [Math.ceil(ARCHIVE / Math.max(1, n)), Math.max(0, ARCHIVE - n)],
  )
  return Math.max(ARCHIVE, n)
}

async function until<T>(ask: () => Promise<T | false> | T | false): Promise<T> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const answer = await ask()
    if (answer !== false) return answer
    if (performance.now() > end) throw new Error('a seat that joined never came so far')
    await wait(100)
  }
}
