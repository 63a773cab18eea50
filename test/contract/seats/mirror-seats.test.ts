import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice } from '../../office/make-office.ts'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env, jsonOf } from '../support/host.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { MANAGER } from '../support/seats.ts'

const IS_POSSIBLE = HAS_POSTGRES && process.platform !== 'win32'

let folder: string
let server: PostgresServer
let ana: Env
let dan: Env
beforeAll(async () => {
  if (!IS_POSSIBLE) return
  folder = mkdtempSync(join(tmpdir(), 'recipisa-mirror-'))
  ana = { RECIPISA_DATA_DIR: join(folder, 'ana') }
  dan = { RECIPISA_DATA_DIR: join(folder, 'dan') }
  await makeOffice({ dataDir: join(folder, 'ana'), companies: 2, documents: 20 })
  server = await startPostgres()
  await server.createDatabase('birou', MANAGER)
  const owner = server.url('birou', MANAGER.user)
  await jsonOf(['office', 'create', owner, '--seat', 'Ana'], ana, `${MANAGER.password}\n`)
  const { url, password } = (await jsonOf(['office', 'seat', 'add', 'Dan', '--role', 'office'], ana)) as {
    url: string
    password: string
  }
  await jsonOf(['office', 'join', url], dan, `${password}\n`)
  for (const seat of [ana, dan]) await jsonOf(['office', 'exchange'], seat)
})
afterAll(async () => {
  if (!IS_POSSIBLE) return
  await server.stop()
  removeFolder(folder)
})

test.runIf(IS_POSSIBLE)('a seat mirrors into no folder that another one mirrors into, by whatever path', async () => {
  const [mirror, mount] = [join(folder, 'facturi'), join(folder, 'nas')]
  mkdirSync(mirror)
  symlinkSync(mirror, mount)
  // The first seat has the folder for as long as its ledger cannot be read to the end.
  const ledger = join(mirror, '.recipisa-oglinda.json')
  await promisify(execFile)('mkfifo', [ledger])
  const first = jsonOf(['office', 'mirror', mirror], ana)
  const pipe = await open(ledger, 'w')
  try {
    const second = await command(['office', 'mirror', mount, '--json'], dan)
    expect(second.json()).toMatchObject({ error: { details: { reason: 'mirror-elsewhere' } } })
  } finally {
    await pipe.close()
  }
  const { written } = (await first) as { written: number }
  expect(written).toBeGreaterThan(20)
  const later = await jsonOf(['office', 'mirror', mount], dan)
  expect(later).toEqual({ written: 0, present: written, failed: [] })
})
