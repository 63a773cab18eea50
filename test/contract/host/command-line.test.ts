import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AREAS } from '../../../native-host/cli/core/areas.ts'
import { createProgram } from '../../../native-host/cli/core/program.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { createWorld } from '../../authority/world/world.ts'
import { command, type Env } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

/** Number of commands that run side by side. */
const LANES = 6
const [OWN, BUYER] = ['14399840', '34878414'] as const

let office: Office
/** An invoice ready for upload. */
let invoice: string
/** The same authority, for a user who never signed in. */
let stranger: Env

beforeAll(async () => {
  office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
      world.addInvoice({ seller: OWN, buyer: BUYER, number: 'F-1', uploadedAt: Date.now() - 600_000 })
      return world
    },
  })
  await office.addCompanies([OWN])
  mkdirSync(office.dataDir, { recursive: true })
  invoice = join(office.dataDir, 'factura.xml')
  writeFileSync(invoice, sampleXml({ seller: OWN, buyer: BUYER }))
  stranger = { RECIPISA_PROFILE: office.authority.profilePath, RECIPISA_DATA_DIR: join(office.dataDir, 'new') }
})
afterAll(() => office.close())

/** The words of every area and command for people. */
async function everyCommand(): Promise<string[][]> {
  const paths: string[][] = []
  for (const { name } of AREAS) {
    const area = (await createProgram([name])).commands.find(command => command.name() === name)
    const commands = area?.createHelp().visibleCommands(area) ?? []
    paths.push([name], ...commands.filter(each => each.name() !== 'help').map(each => [name, each.name()]))
  }
  return paths
}

test('H-10 every area and command has help of its own with an example of its use', async () => {
  const paths = await everyCommand()
  expect(paths.length).toBeGreaterThan(50)
  const check = async (path: readonly string[]) => {
    const name = path.join(' ')
    const { code, stdout, stderr } = await command([...path, '--help'], stranger)
    expect({ code, stderr }, name).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: recipisa ${name}`)
    const [, examples = ''] = stdout.split('\nExamples:\n')
    expect(examples, `an example of ${name}`).toContain(`recipisa ${name} `.trimEnd())
  }
  const rest = [...paths]
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let path = rest.shift(); path; path = rest.shift()) await check(path)
    }),
  )
  const { stdout } = await command(['--help'], stranger)
  expect(stdout).toContain('Exit codes: 0 done')
  for (const { name, description } of AREAS)
    expect(stdout).toMatch(new RegExp(`  ${name} +.*${description.slice(0, 12)}`))
})

test('H-10 with --json every command prints one document, and the exit code says how it ended', async () => {
  const run = async (code: number, line: string, env: Env = office.env) => {
    const args = line.split(' ').map(word => (word === 'FILE' ? invoice : word))
    const { code: ended, stdout, stderr } = await command([...args, '--json'], { HOME: office.dataDir, ...env })
    expect(ended, `${line}: ${stdout}${stderr}`).toBe(code)
    expect(stdout.trimEnd().split('\n'), line).toHaveLength(1)
    const document = JSON.parse(stdout) as { error?: { code: string; message: string; details: object } }
    if (document.error)
      expect(document.error, line).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        details: { reason: expect.any(String) },
      })
    else expect(code === 0 || line.startsWith('invoices validate'), `${line} failed without a reason`).toBe(true)
  }
  const done = `
    auth status|session status|certificates list|companies list|companies add ${BUYER}|companies remove ${BUYER}|invoices sync|invoices list
    uploads list|uploads check|declarations list|mailbox list|mailbox requests|mailbox rights|limits show|archive verify
    archive rebuild|profile show|jobs list|jobs cancel|schedule show|host install|host uninstall|invoices validate FILE`
  for (const line of done.split(/[|\n]/).map(each => each.trim())) if (line) await run(0, line)
  await run(1, 'invoices get 1')
  await run(1, 'invoices sync --cui 361757')
  await run(2, 'invoices list --colour')
  await run(2, 'invoices')
  await run(2, 'companies add 14399841')
  await run(2, 'invoices upload FILE')
  await run(3, 'auth refresh', stranger)
  await run(3, 'mailbox sync')
  await run(4, 'auth refresh', { ...office.env, RECIPISA_CLIENT_SECRET: 'quite-wrong' })
  const { faults, pace } = office.authority
  pace.indexingMs = 3_600_000
  faults.add({ match: { path: '/upload' }, effect: { kind: 'reset', handled: true } })
  await run(6, 'invoices upload FILE --yes')
  // Last: afterwards nobody calls the host for an hour.
  const effect = { kind: 'status', status: 429, retryAfterSeconds: 3600 } as const
  faults.add({ match: { path: 'stareMesaj' }, effect })
  await run(5, 'invoices status 123')
})
