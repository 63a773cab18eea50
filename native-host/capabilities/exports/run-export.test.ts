import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { aMessage, anInvoice, aZip, NOON, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import { type ExportPorts, runExport } from './run-export.ts'

/** An export of one invoice as a ZIP, on a disk whose faults begin once the invoice is archived. */
async function exportOn(faults: Partial<Disk>) {
  const dataDir = temporaryFolder()
  const disk: Disk = { ...realDisk }
  const archive = await openNewArchive({ dataDir, environment: 'prod', now: () => NOON, disk })
  onTestFinished(() => archive.close())
  archive.messages.record([aMessage({ id: '1' })])
  await archive.messages.store('1', aZip(anInvoice()))
  Object.assign(disk, faults)
  const order = { area: 'invoices', format: 'originals', locale: 'ro', folder: null, fileName: 'f.zip' } as const
  const { id } = await archive.exports.begin({ ...order, ids: ['1'] })
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
