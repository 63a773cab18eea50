import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { expect, onTestFinished, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { aMessage, anInvoice, aZip, CUI, NOON, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import { type ExportPorts, runExport } from './run-export.ts'

/** An export of one invoice, of 238 lei, as a ZIP, on a disk whose faults begin once the invoice is archived. */
async function exportOn(faults: Partial<Disk>) {
  return exportOf(faults, { format: 'originals', fileName: 'f.zip', ids: ['1'] })
}

type Order = Pick<Parameters<Archive['exports']['begin']>[0], 'format' | 'fileName' | 'ids'>

/** `arrange`: what else is in the archive. */
async function exportOf(faults: Partial<Disk>, order: Order, arrange: (archive: Archive) => void = () => undefined) {
  const dataDir = temporaryFolder()
  const disk: Disk = { ...realDisk }
  const archive = await openNewArchive({ dataDir, environment: 'prod', now: () => NOON, disk })
  onTestFinished(() => archive.close())
  archive.messages.record([aMessage({ id: '1' })])
  await archive.messages.store('1', aZip(anInvoice({ amount: '238.00 RON' })))
  arrange(archive)
  Object.assign(disk, faults)
  const { id } = await archive.exports.begin({ area: 'invoices', locale: 'ro', folder: null, ...order })
  const ports: ExportPorts = {
    archive,
    now: () => NOON,
    explain: error => (error instanceof RecipisaError ? error : expect.fail(String(error))),
    checks: () => expect.fail('the authority is not asked'),
    log: { error: event => expect.fail(event) },
  }
  const run = () => runExport(ports, id, { signal: new AbortController().signal, progress: () => undefined })
  return { archive, disk, id, run, files: () => readdirSync(join(dataDir, 'exports')) }
}

const failed = (problem: string) => (path: string) =>
  Promise.reject(new RecipisaError('storage-failed', { path, problem }))

test('U-12 an export whose file cannot get its name in the end has failed, with the reason, and can be resumed', async () => {
  const { archive, disk, id, run, files } = await exportOn({ rename: failed('EXDEV') })
  const reason = { details: { reason: 'storage-failed', params: { problem: 'EXDEV' } } }
  expect(await run()).toMatchObject({ state: 'failed', error: reason })
  expect(files()).toEqual([])
  archive.exports.reopen(id)
  disk.rename = realDisk.rename
  expect(await run()).toMatchObject({ state: 'done', error: null })
  expect(files()).toEqual([`${id}.zip`])
})

test('U-12 a failure that cannot be cleaned up after is told as it was', async () => {
  const { run } = await exportOn({ rename: failed('EXDEV'), remove: failed('EIO') })
  expect(await run()).toMatchObject({ state: 'failed', error: { details: { params: { problem: 'EXDEV' } } } })
})

test('U-12 in a list, an invoice with errors is the one that was filed here, and counts in no sum', async () => {
  const order = { format: 'xlsx', fileName: 'f.xlsx', ids: ['1', '2'] } as const
  const { archive, run, id } = await exportOf({}, order, ({ messages, uploads }) => {
    messages.record([aMessage({ id: '2', type: 'ERORI FACTURA', uploadIndex: '501' })])
    const begun = uploads.begin(
      {
        ...{ sha256: 'a'.repeat(64), size: 10, fileName: 'a.xml', cui: CUI, standard: 'UBL', corrects: null },
        flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
        invoice: {
          ...{ number: 'F-77', issueDate: '2026-11-18', sellerName: 'Alfa', sellerCui: CUI },
          ...{ buyerName: 'Beta SA', buyerCui: '99', payableAmount: '119.00', currency: 'RON' },
        },
      },
      false,
    )
    uploads.update('attempt' in begun ? begun.attempt.id : 0, { state: 'processing', uploadIndex: '501' })
  })
  expect(await run()).toMatchObject({ state: 'done', skipped: 0 })
  const { sheets } = await readXlsx((await archive.exports.read(id)).bytes)
  const heads = sheets[0]?.rows[0] ?? []
  const cell = (row: number, head: string) => sheets[0]?.rows[row]?.[heads.indexOf(head)]
  const row = (at: number) => ['Fel', 'Număr', 'Partener', 'Total cu TVA', 'Moneda'].map(head => cell(at, head))
  expect(row(2)).toEqual(['Cu erori', 'F-77', 'Beta SA', 119, 'RON'])
  expect([cell(3, 'Firmă'), cell(3, 'Total cu TVA')]).toEqual(['Total RON', 238])
})
