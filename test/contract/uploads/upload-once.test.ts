import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { archivedFiles, downloadsOf } from '../support/archived-zips.ts'
import { command, type HostProcess, startCommand } from '../support/host.ts'
import { killRunners } from '../support/office.ts'
import {
  asFound,
  hosts,
  inspect,
  invoice,
  OWN,
  office,
  officeForEach,
  saved,
  sha256,
  startHost,
  timesUploaded,
  UPLOAD,
  until,
  uploadsIn,
} from '../support/uploads.ts'

officeForEach()

/** A host on a computer that was off for days since the upload. */
async function daysLater(days: number): Promise<HostProcess> {
  await Promise.all(hosts.splice(0).map(host => host.close()))
  await killRunners(office.dataDir)
  const database = new DatabaseSync(join(office.dataDir, 'recipisa.db'))
  database.prepare('UPDATE attempts SET created_at = created_at - :time').run({ time: days * 86_400_000 })
  database.close()
  return startHost()
}

describe('never twice', () => {
  test('E-05 an answer that is lost after the authority recorded the upload is never sent again, and found through the lists', async () => {
    const host = startHost()
    const bytes = invoice()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const { attempt } = await host.request('uploads.send', asFound(await inspect(host, bytes)))
    expect(attempt).toMatchObject({ state: 'unknown', uploadIndex: null, trouble: { code: 'outcome-unknown' } })
    const refusal = await host.refusal('uploads.send', asFound(await inspect(host, bytes)))
    expect(refusal).toMatchObject({ code: 'invalid-input', details: { reason: 'already-filed' } })
    const { attempt: ended } = await host.request('uploads.follow', { id: attempt.id })
    const [upload] = office.authority.uploadsOf(sha256(bytes))
    expect(ended).toMatchObject({ state: 'ok', uploadIndex: upload?.uploadIndex, trouble: null })
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
    expect(timesUploaded(bytes)).toBe(1)
  })

  test('E-18 an upload that the lists do not have yet stays unknown and is never called lost', async () => {
    office.authority.pace.indexingMs = 3_600_000
    const host = startHost()
    const bytes = invoice()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const { attempt } = await host.request('uploads.send', asFound(await inspect(host, bytes)))
    const { attempt: checked } = await host.request('uploads.check', { id: attempt.id })
    expect(checked).toMatchObject({ state: 'unknown' })
    expect(checked.nextCheckAt).toBeGreaterThan(checked.checkedAt ?? Number.POSITIVE_INFINITY)
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
  })

  test('E-05 the search for an upload from before a long weekend does not end with a check that failed', async () => {
    const host = startHost()
    const bytes = invoice()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const away = office.authority.faults.add({
      match: { path: /listaMesaje/ },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance' },
    })
    const { id } = (await host.request('uploads.send', asFound(await inspect(host, bytes)))).attempt
    const monday = await daysLater(3)
    const { attempt } = await monday.request('uploads.check', { id })
    expect(attempt).toMatchObject({ state: 'unknown', trouble: { code: 'service-unavailable' } })
    expect(attempt.nextCheckAt).toBeGreaterThan(attempt.checkedAt ?? Number.POSITIVE_INFINITY)
    away.remove()
    const [sent] = office.authority.uploadsOf(sha256(bytes))
    await until(async () => {
      const { attempt: checked } = await monday.request('uploads.check', { id })
      return checked.uploadIndex === sent?.uploadIndex
    })
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
  })

  test('E-05 a search that ends without the upload says so, and what to do; a failed one before it is forgotten', async () => {
    const host = startHost()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset-in-request', bytes: 100 } })
    const { id, trouble } = (await host.request('uploads.send', asFound(await inspect(host, invoice())))).attempt
    const check = async (from: HostProcess) => (await from.request('uploads.check', { id })).attempt
    const away = office.authority.faults.add({
      match: { path: /listaMesaje/ },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance' },
    })
    expect(await check(host)).toMatchObject({ state: 'unknown', trouble: { code: 'service-unavailable' } })
    away.remove()
    expect(trouble?.code).toBe('outcome-unknown')
    expect(await check(host)).toMatchObject({ state: 'unknown', trouble: null })
    const last = await check(await daysLater(3))
    expect(last).toMatchObject({ state: 'unknown', nextCheckAt: null })
    expect(last.trouble?.message).toContain('Look in SPV')
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
  })

  test('E-18 an ok upload whose list entry is late is ok, and archived when the entry comes', async () => {
    office.authority.pace.indexingMs = 3_600_000
    const file = saved(invoice())
    const { code, json } = await command(['invoices', 'upload', file, '--yes', '--wait', '--json'], office.env)
    expect(code).toBe(0)
    const [attempt] = uploadsIn(json())
    expect(attempt).toMatchObject({ state: 'ok' })
    expect(archivedFiles(office.dataDir).size).toBe(0)
    office.authority.clock.advance(3_700_000)
    const synced = await command(['invoices', 'sync', '--cui', OWN, '--json'], office.env)
    expect(synced.json()).toMatchObject({ downloaded: 1, failed: 0 })
    // The ZIP was fetched when the filing became ok; its entry only gave it a place.
    expect(downloadsOf(office.authority).get(attempt?.downloadId ?? '')).toBe(1)
    expect(archivedFiles(office.dataDir).size).toBe(1)
  })

  test('E-05 a host that is killed while it sends leaves an unknown upload, which is found and sent once', async () => {
    const host = startHost()
    const bytes = invoice()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'delay', ms: 60_000 } })
    const lost = expect(host.start('uploads.send', asFound(await inspect(host, bytes))).answer).rejects.toThrow(
      'host ended',
    )
    await until(() => timesUploaded(bytes) === 1)
    host.child.kill('SIGKILL')
    await killRunners(office.dataDir)
    await lost
    hosts.splice(0)

    const next = startHost()
    const { items } = await next.request('uploads.list', {})
    const { attempt } = await next.request('uploads.follow', { id: items[0]?.id ?? 0 })
    expect(attempt).toMatchObject({ state: 'ok' })
    expect(timesUploaded(bytes)).toBe(1)
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
  })

  test('an upload goes on when the port closes while it is sent', async () => {
    const host = startHost()
    const bytes = invoice()
    const answer = office.authority.faults.hold({ match: UPLOAD })
    host.start('uploads.send', asFound(await inspect(host, bytes))).answer.catch(() => undefined)
    await until(() => timesUploaded(bytes) === 1)
    await host.close()
    hosts.splice(0)
    const next = startHost()
    const { items } = await next.request('uploads.list', {})
    expect(items).toMatchObject([{ state: 'sending' }])
    answer.release()
    const follow = next.start('uploads.follow', { id: items[0]?.id ?? 0 })
    expect(await follow.answer).toMatchObject({ result: { attempt: { state: 'ok' } } })
    const states = next.progressOf<'uploads.follow'>(follow.id).map(({ attempt }) => attempt.state)
    expect(states).not.toContain('unknown')
    expect(timesUploaded(bytes)).toBe(1)
  })

  test('an upload goes on when the port closes before anything is sent', async () => {
    const host = startHost()
    const bytes = invoice()
    host.start('uploads.send', asFound(await inspect(host, bytes))).answer.catch(() => undefined)
    await host.close()
    hosts.splice(0)
    await until(() => timesUploaded(bytes) === 1)
  })

  test('E-05 a lost answer is told in the person’s language alone', async () => {
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const env = { ...office.env, LC_ALL: 'ro_RO.UTF-8' }
    const { stdout } = await command(['invoices', 'upload', saved(invoice()), '--yes'], env)
    const [, told] = /ajuns la ANAF: (.*)$/m.exec(stdout) ?? []
    expect(told).toMatch(/^nu s-a primit un răspuns complet \([A-Z_]+\)\. Recipisa îl caută la ANAF;/)
  })

  test('E-05 Ctrl-C while a file is sent says that nobody knows, with the exit code of that', async () => {
    const bytes = invoice()
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'delay', ms: 60_000 } })
    const { child, finished } = startCommand(['invoices', 'upload', saved(bytes), '--yes', '--json'], office.env)
    await until(() => timesUploaded(bytes) === 1)
    child.kill('SIGINT')
    const { code, json } = await finished
    expect(code).toBe(6)
    expect(json()).toMatchObject({ attempts: [{ state: 'unknown' }] })
    const checked = await command(['uploads', 'check', '--json'], office.env)
    expect(uploadsIn(checked.json())).toHaveLength(1)
    expect(office.authority.journal.count(UPLOAD)).toBe(1)
  })

  test('E-05 an upload that certainly did not leave says so and may be sent again without a question', async () => {
    const host = startHost()
    const bytes = invoice()
    const inspection = await inspect(host, bytes)
    const door = office.authority.faults.add({
      match: { host: 'api.localhost', method: 'GET' },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance' },
    })
    const { attempt } = await host.request('uploads.send', asFound(inspection))
    expect(attempt).toMatchObject({ state: 'not-sent', trouble: { code: 'service-unavailable' } })
    expect(office.authority.journal.count(UPLOAD)).toBe(0)
    door.remove()
    const { attempt: second } = await host.request('uploads.send', asFound(inspection))
    expect(second).toMatchObject({ state: 'processing', repeats: null })
    expect(timesUploaded(bytes)).toBe(1)
  })

  test('E-06 the same bytes again are refused with the earlier upload named, until the user says so', async () => {
    const file = saved(invoice())
    const first = await command(['invoices', 'upload', file, '--yes', '--json'], office.env)
    const [attempt] = uploadsIn(first.json())
    const second = await command(['invoices', 'upload', file, '--yes', '--json'], office.env)
    expect(second.code).toBe(2)
    expect(second.json()).toMatchObject({
      error: { code: 'invalid-input', details: { reason: 'already-filed', params: { id: attempt?.id } } },
    })
    expect(second.stdout).toContain(attempt?.uploadIndex)
    expect(timesUploaded(invoice())).toBe(1)
    const third = await command(['invoices', 'upload', file, '--yes', '--again', '--json'], office.env)
    expect(uploadsIn(third.json())[0]).toMatchObject({ state: 'processing', repeats: attempt?.id })
    expect(timesUploaded(invoice())).toBe(2)
  })

  test('E-06 a yes to the same bytes again covers only the uploads that were shown, not one that came meanwhile', async () => {
    const [panel, desk] = [startHost(), startHost()]
    const bytes = invoice()
    await panel.request('uploads.send', asFound(await inspect(panel, bytes)))
    const shown = await inspect(panel, bytes)
    expect(shown.earlier).toHaveLength(1)
    const order = { ...asFound(shown), again: shown.earlier[0]?.id ?? 0 }
    const { attempt } = await desk.request('uploads.send', order)
    const refusal = await panel.refusal('uploads.send', order)
    expect(refusal.details).toMatchObject({ reason: 'already-filed', params: { id: attempt.id } })
    expect(timesUploaded(bytes)).toBe(2)
    await panel.request('uploads.send', { ...order, again: attempt.id })
    expect(timesUploaded(bytes)).toBe(3)
  })

  test('two hosts and a command line that send the same file at the same moment upload it once', async () => {
    const [one, other] = [startHost(), startHost()]
    const bytes = invoice()
    const inspection = await inspect(one, bytes)
    const answers = [
      one.start('uploads.send', asFound(inspection)).answer,
      other.start('uploads.send', asFound(inspection)).answer,
    ]
    const third = command(['invoices', 'upload', saved(bytes), '--yes', '--json'], office.env)
    const results = await Promise.all(answers)
    const codes = [...results.map(({ result }) => (result ? 0 : 2)), (await third).code]
    expect(codes.sort()).toEqual([0, 2, 2])
    expect(timesUploaded(bytes)).toBe(1)
  })

  test('E-05 uploads are known again after the database is lost, and what was uploaded is not uploaded again', async () => {
    const file = saved(invoice())
    expect((await command(['invoices', 'upload', file, '--yes'], office.env)).code).toBe(0)
    writeFileSync(join(office.dataDir, 'recipisa.db'), 'no database')
    for (const end of ['-wal', '-shm']) writeFileSync(join(office.dataDir, `recipisa.db${end}`), '')
    expect((await command(['archive', 'rebuild', '--json'], office.env)).code).toBe(0)
    const again = await command(['invoices', 'upload', file, '--yes', '--json'], office.env)
    expect(again.json()).toMatchObject({ error: { details: { reason: 'already-filed' } } })
    expect(timesUploaded(invoice())).toBe(1)
  })

  test('H-13 E-06 a damaged database is not replaced under an open browser: what it uploads since would be unknown', async () => {
    const host = startHost()
    await host.request('uploads.list', {})
    const database = join(office.dataDir, 'recipisa.db')
    const file = openSync(database, 'r+')
    writeSync(file, Buffer.alloc(32_768, 0xa5), 0, 32_768, 16_384)
    closeSync(file)
    const rebuild = () => command(['archive', 'rebuild', '--json'], office.env)
    const refused = await rebuild()
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.json()).toMatchObject({ error: { code: 'storage', details: { reason: 'database-in-use' } } })
    await host.close()
    expect((await rebuild()).json()).toMatchObject({ keptDatabase: expect.stringContaining(database) })
  })
})
