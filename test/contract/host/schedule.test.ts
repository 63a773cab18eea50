import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '../../../native-host/cli/schedule/run-due.ts'
import { createHandlers } from '../../../native-host/operations/core/handlers.ts'
import { invoke } from '../../../native-host/operations/core/invoke.ts'
import { createServices } from '../../../native-host/services.ts'
import { romaniaDay, romaniaDayStart } from '../../../shared/domain/romania-time.ts'
import type { Method, ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { createWorld } from '../../authority/world/world.ts'
import { removeFolder } from '../../planted/look.ts'
import { archivedFiles } from '../support/archived-zips.ts'
import { childEnv, command, type Env, HostProcess, PROGRAM, startCommand } from '../support/host.ts'
import { archivedMailIds, importSession } from '../support/mailbox.ts'
import { type Office, openOffice } from '../support/office.ts'

const HOUR = 3_600_000
const [OWN, BUYER] = ['14399840', '34878414'] as const
const START =
  'systemctl --user daemon-reload && systemctl --user enable recipisa.timer && systemctl --user restart recipisa.timer'

describe.skipIf(process.platform !== 'linux')('a schedule where no systemd runs', () => {
  let home: string
  let env: Env
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "recipisa it's 100% $HOME "))
    env = { HOME: home, RECIPISA_DATA_DIR: join(home, 'data'), PATH: join(home, 'bin') }
  })
  afterEach(() => removeFolder(home))

  const unit = (name: string) => join(home, '.config/systemd/user', name)
  const refused = { system: 'systemd', isActive: false, problem: 'systemctl: not found', command: START }

  test('the files are written, and a person is told the command that starts them, by both front doors', async () => {
    const set = await command(['schedule', '--every', '2h', '--json'], env)
    expect([set.code, set.json()]).toEqual([1, { ...refused, schedule: { every: 120 } }])
    expect(readFileSync(unit('recipisa.timer'), 'utf8')).toContain('OnUnitActiveSec=120min')
    const host = new HostProcess(env)
    expect(await host.request('schedule.get', {})).toEqual(set.json())
    const daily = { schedule: { daily: '07:30' } }
    expect(await host.request('schedule.set', daily)).toEqual({ ...refused, ...daily })
    expect(await host.refusal('schedule.set', { schedule: { every: 1 } })).toMatchObject({ code: 'invalid-input' })
    expect(await host.close()).toBe(0)
    const shown = await command(['schedule', 'show'], { ...env, LANG: 'ro_RO.UTF-8' })
    expect(shown.stdout).toBe(
      `Programat: zilnic la 07:30, și fără browser.\nsystemd nu a pornit programarea: systemctl: not found\nPorniți-o cu: ${START}\n`,
    )
    expect((await command(['schedule', 'remove', '--json'], env)).json()).toMatchObject({ schedule: null })
    expect(['recipisa.timer', 'recipisa.service'].map(name => existsSync(unit(name)))).toEqual([false, false])
  })

  test('a schedule whose program was moved or deleted is not called active, and the person learns what mends it', async () => {
    mkdirSync(env.PATH ?? '')
    writeFileSync(join(home, 'bin/systemctl'), '#!/bin/sh\n', { mode: 0o755 })
    await command(['schedule', '--every', '30m'], env)
    expect((await command(['schedule', 'show', '--json'], env)).json()).toMatchObject({ isActive: true, problem: null })
    const record = join(home, 'data/schedule.json')
    writeFileSync(record, readFileSync(record, 'utf8').replace(PROGRAM, '/gone/recipisa.js'))
    const { code, stdout } = await command(['schedule', 'show'], env)
    expect([code, stdout]).toEqual([
      1,
      'Scheduled: every 30 minutes, also without a browser.\nsystemd has not started the schedule: /gone/recipisa.js: not found\nStart it with: recipisa schedule --every 30m\n',
    ])
    await command(['schedule', '--every', '30m'], env)
    expect((await command(['schedule', 'show', '--json'], env)).json()).toMatchObject({ isActive: true })
  })

  test('host uninstall takes the schedule away, and one for a single browser profile does not', async () => {
    await command(['schedule', '--every', '30m'], env)
    const ofProfile = await command(['host', 'uninstall', '--user-data-dir', join(home, 'profile'), '--json'], env)
    expect(ofProfile.json()).toEqual({ files: [], schedule: false })
    expect(existsSync(unit('recipisa.timer'))).toBe(true)
    const { stdout } = await command(['host', 'uninstall'], env)
    expect(stdout).toBe('The host was not installed.\nThe schedule has been taken away as well.\n')
    expect(existsSync(unit('recipisa.timer'))).toBe(false)
    expect((await command(['host', 'uninstall', '--json'], env)).json()).toEqual({ files: [], schedule: false })
  })

  test('what the service starts is this program, with the same data, whatever characters its paths have', async () => {
    await command(['schedule', '--daily', '07:30'], env)
    const [, line = ''] = /^ExecStart=:(.*)$/m.exec(readFileSync(unit('recipisa.service'), 'utf8')) ?? []
    const words = [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word = '']) =>
      word.replace(/\\(.)/g, '$1').replaceAll('%%', '%'),
    )
    const [program = '', ...args] = words
    const { status, stdout, stderr } = spawnSync(program, [...args, '--json'], {
      env: childEnv({ HOME: home }),
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      steps: [
        { step: 'invoices', outcome: 'skipped' },
        { step: 'mailbox', outcome: 'skipped' },
        { step: 'filings', outcome: 'done' },
      ],
    })
    expect(existsSync(join(home, 'data', 'recipisa.db'))).toBe(true)
  })

  test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'systemd finds no fault in service and timer',
    async () => {
      for (const when of [
        ['--daily', '07:30'],
        ['--every', '30m'],
      ]) {
        await command(['schedule', ...when], env)
        const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', unit('recipisa.timer')], {
          env: { ...childEnv({ HOME: home }), XDG_RUNTIME_DIR: home },
          encoding: 'utf8',
        })
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      }
    },
  )

  test('wrong times are wrong usage', async () => {
    for (const args of [
      [],
      ['--every', '1m'],
      ['--every', '25h'],
      ['--daily', '24:00'],
      ['--every', '1h', '--daily', '07:30'],
    ])
      expect((await command(['schedule', ...args], env)).code, args.join(' ')).toBe(2)
    expect(existsSync(unit('recipisa.timer'))).toBe(false)
  })
})

describe('a scheduled run', () => {
  let office: Office
  afterEach(() => office.close())

  test('syncs invoices and messages, and follows what was filed', async () => {
    office = await openOffice({
      pace: { processingMs: 500, indexingMs: 500 },
      world: now => {
        const world = createWorld({ now })
        for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
        world.addInvoice({ seller: BUYER, buyer: OWN, number: 'F-1', uploadedAt: Date.now() - 600_000 })
        return world
      },
      mail: seedMail({ messages: 3 }),
    })
    await office.addCompanies([OWN])
    await importSession(office)
    mkdirSync(office.dataDir, { recursive: true })
    const file = join(office.dataDir, 'factura.xml')
    writeFileSync(file, sampleXml({ seller: OWN, buyer: BUYER }))
    const sent = await command(['invoices', 'upload', file, '--yes', '--json'], office.env)
    expect(sent.code).toBe(0)

    const run = await command(['schedule', 'run', '--json'], office.env)
    expect([run.code, run.json()]).toMatchObject([0, { steps: Array(3).fill({ outcome: 'done', error: null }) }])
    expect(archivedMailIds(office.dataDir).size).toBe(3)
    expect(archivedFiles(office.dataDir).size).toBeGreaterThanOrEqual(2)
    const uploads = await command(['uploads', 'list', '--json'], office.env)
    expect(uploads.json()).toMatchObject({ items: [{ state: 'ok' }] })
  })

  test('takes over what was changed in the profile meanwhile with its next part', async () => {
    office = await openOffice({ mail: seedMail({ messages: 1 }) })
    office.authority.world.addCompany(OWN, 'Firma SRL')
    await office.addCompanies([OWN])
    await importSession(office)
    const held = office.authority.faults.hold({ match: { path: 'listaMesajePaginatieFactura' } })
    const { finished } = startCommand(['schedule', 'run', '--json'], office.env)
    await held.reached()
    // Another application has no session of its own yet.
    const change = ['profile', 'configure', '--client-id', 'f'.repeat(48)]
    expect(await command(change, office.env)).toMatchObject({ code: 0 })
    held.release()
    expect((await finished).json()).toMatchObject({
      steps: [{ outcome: 'done' }, { outcome: 'skipped' }, { outcome: 'done' }],
    })
  })

  test('while the secrets cannot be read the run still does and tells what needs none', async () => {
    office = await openOffice()
    writeFileSync(join(office.dataDir, 'secrets.json'), 'not json')
    const run = await command(['schedule', 'run', '--json'], office.env)
    const failed = { outcome: 'failed', error: { details: { reason: 'secrets-damaged' } } }
    expect([run.code, run.json()]).toMatchObject([
      1,
      {
        steps: [
          { step: 'invoices', ...failed },
          { step: 'mailbox', ...failed },
          { step: 'filings', outcome: 'done' },
        ],
      },
    ])
    expect(readFileSync(join(office.dataDir, 'logs', 'host.log'), 'utf8')).toContain('"session-notice-failed"')
  })

  test('a session that has run out fails the run with the code of that, and is told once, in the morning', async () => {
    office = await openOffice({ mail: seedMail({ messages: 1 }) })
    await importSession(office)
    office.authority.spvGateway.expireSessions()
    const run = await command(['schedule', 'run', '--json'], office.env)
    expect(run.code).toBe(3)
    expect(run.json()).toMatchObject({ steps: [{ outcome: 'done' }, { outcome: 'failed' }, { outcome: 'done' }] })

    const tomorrow = romaniaDayStart(romaniaDay(Date.now() + 24 * HOUR))
    const tellAt = async (now: number) => {
      const services = createServices({
        dataDir: office.dataDir,
        profilePath: office.env.RECIPISA_PROFILE,
        env: childEnv(office.env),
        now: () => now,
        command: [process.execPath, PROGRAM],
      })
      const [handlers, { signal }] = [createHandlers(services), new AbortController()]
      const call = <M extends Method>(method: M, params: ParamsIn<M>) =>
        invoke(handlers, method, params, { signal, progress: () => undefined }) as Promise<ResultOf<M>>
      try {
        await runDue({ services, call, signal })
        const { notices } = await call('notices.list', { after: 0 })
        return notices.filter(({ kind }) => kind === 'session-needed').length
      } finally {
        await services.close()
      }
    }
    expect(await tellAt(tomorrow + 2 * HOUR)).toBe(0)
    expect(await tellAt(tomorrow + 7.5 * HOUR)).toBe(1)
    expect(await tellAt(tomorrow + 8 * HOUR)).toBe(1)
  })
})
