import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { command } from '../support/host.ts'
import { invoice, office, officeForEach, saved, startHost } from '../support/uploads.ts'

officeForEach()

test('W-05 U-06 an invoice with errors is on today’s list and in a notice, until its correction is valid', async () => {
  const [wrong, right] = [invoice({ number: 'F-78' }).toString().replaceAll('RO-', 'XX-'), invoice({ number: 'F-78' })]
  const upload = (file: string) => command(['invoices', 'upload', file, '--yes', '--wait', '--json'], office.env)
  expect((await upload(saved(Buffer.from(wrong), 'gresita.xml'))).code).toBe(4)

  const host = startHost()
  const { notices } = await host.request('notices.list', { after: 0 })
  const [outcome] = notices.filter(({ kind }) => kind === 'filing-errors')
  expect(outcome).toMatchObject({ subject: 'F-78', filing: { area: 'uploads' } })
  const listed = await command(['today', '--json'], office.env)
  expect(listed.code).toBe(0)
  const { items, due, freeDaysFile } = listed.json() as ResultOf<'today.get'>
  expect(items).toMatchObject([
    { kind: 'invoice-to-send', subject: 'F-78', rule: 'five-working-days', target: outcome?.filing },
  ])
  expect(due).toBe(1)
  const { stdout } = await command(['today'], office.env)
  expect(stdout).toMatch(/F-78: .*\n(?:.*\n)*.*1182\/71/)

  expect((await upload(saved(right, 'corecta.xml'))).code).toBe(0)
  expect(await host.request('today.get', {})).toMatchObject({ due: 0 })
  const after = await host.request('notices.list', { after: outcome?.id ?? 0 })
  expect(after.notices.filter(({ kind }) => kind === 'filing-valid')).toMatchObject([{ subject: 'F-78' }])

  writeFileSync(freeDaysFile, '2026-02-30\n')
  const refused = await command(['today'], office.env)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(join(office.dataDir, 'free-days.txt'))
})
