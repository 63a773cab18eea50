// Packages of npm as folders: also those of other systems, which npm installs only there.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failed, outputOf, ROOT, runOrFail } from '../tools.mjs'

/** Unpacked packages from earlier fetches. */
const KEPT = join(ROOT, '.output/packages')

/** The entries of the lock file that belong to the product, by name. */
export async function productPackages() {
  const entries = Object.entries(await lockedEntries())
  const shipped = entries.filter(([path, { dev, optional }]) => path.startsWith('node_modules/') && !dev && !optional)
  return new Map(shipped.map(([path, entry]) => [path.slice('node_modules/'.length), entry]))
}

/** Folder of a package in the version of the lock file: the installed one, or a fetched and checked one. */
export async function lockedPackage(name) {
  const entry = (await lockedEntries())[`node_modules/${name}`]
  if (entry === undefined) throw new Failed(`package-lock.json has no ${name}`)
  const installed = join(ROOT, 'node_modules', name)
  const isInstalled =
    existsSync(installed) && (await readJson(join(installed, 'package.json'))).version === entry.version
  return isInstalled ? installed : await fetchedPackage({ name, ...entry })
}

/** Folder of a package from npm's registry. Throws when its bytes do not match `integrity` (sha512-…). */
export async function fetchedPackage({ name, version, integrity }) {
  const folder = join(KEPT, `${name.replace('/', '+')}-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(KEPT, { recursive: true })
  const work = await mkdtemp(join(KEPT, 'part-'))
  try {
    const npm = process.env.npm_execpath
    const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    const spec = `${name}@${version}`
    const said = await outputOf(program, [
      ...first,
      'pack',
      spec,
      '--json',
      '--loglevel=error',
      '--pack-destination',
      work,
    ])
    const file = join(work, JSON.parse(said)[0].filename.replace('@', '').replace('/', '-'))
    if (!hasIntegrity(await readFile(file), integrity))
      throw new Failed(`${spec} is not the package that was asked for`)
    const unpacked = join(work, 'unpacked')
    await mkdir(unpacked)
    await runOrFail('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1'])
    // Another process may have fetched the same bytes meanwhile.
    await rename(unpacked, folder).catch(error => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Whether these are the bytes that an entry of a lock file names. */
export function hasIntegrity(bytes, integrity) {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity
}

const lockedEntries = async () => (await readJson(join(ROOT, 'package-lock.json'))).packages

const readJson = async path => JSON.parse(await readFile(path, 'utf8'))
