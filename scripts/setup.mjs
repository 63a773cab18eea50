// Installs everything that `npm start` and `npm test` need, from a clean clone. Runs on Node 20 without packages.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasCompiler, hasTokenLibrary, installCommand, knownToApt, missing } from './system-packages.mjs'
import { NODE, ROOT, run, runOrFail } from './tools.mjs'

/**
 * Installs the missing parts and returns the wanted system packages that stay missing. None of them stops
 * the set-up.
 */
export async function setUp(isWanted = () => true) {
  const stillMissing = await setUpPackages(isWanted)
  return stillMissing()
}

/**
 * Installs the missing parts and returns once npm's packages are there. The system's may still be on their way: the
 * returned function waits for them, then returns those that stay missing.
 */
export async function setUpPackages(isWanted = () => true) {
  // Its failure is thrown to whoever waits for it.
  const system = Promise.allSettled([installSystemPackages(missing().filter(isWanted))])
  try {
    if (hasCompiler()) await installPackages()
    // For a compiler that has just come, or that changed while npm used it.
    if (!hasTokenLibrary()) {
      await system
      await installPackages()
    }
  } catch (error) {
    await system
    throw error
  }
  return async () => {
    const [{ reason }] = await system
    if (reason) throw reason
    return missing().filter(isWanted)
  }
}

/** Only on Debian and Ubuntu as root; elsewhere the person decides. */
async function installSystemPackages(needs) {
  const command = installCommand(needs)
  if (needs.length === 0 || command?.manager !== 'apt' || process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, quiet: true }
  // A new machine may be busy with its own updates.
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  if (await run('apt-get', [...wait, 'update', '-q'], options)) console.error('apt-get update failed.')
  // One unknown name would fail the whole installation.
  const packages = knownToApt(command.packages, await shownByApt(command.packages))
  const unknown = command.packages.filter(name => !packages.includes(name))
  if (unknown.length > 0) console.error(`apt does not know ${unknown.join(', ')}.`)
  if (packages.length === 0) return
  console.log(`Installing system packages: ${packages.join(' ')}`)
  if (await run('apt-get', [...wait, 'install', '-y', '-q', '--no-install-recommends', ...packages], options))
    console.error('apt-get install failed.')
}

/** It fails when one of them is unknown, and shows the others all the same. */
async function shownByApt(packages) {
  const show = promisify(execFile)('apt-cache', ['show', '--no-all-versions', ...packages], { maxBuffer: 2 ** 24 })
  return (await show.catch(error => error)).stdout ?? ''
}

async function installPackages() {
  // Without a compiler npm skips the optional pkcs11js; it is installed once there is a compiler.
  const isTokenLibraryDone = hasTokenLibrary() || !hasCompiler()
  if (packagesMatchLock() && existsSync(NODE) && isTokenLibraryDone) return
  console.log('Installing packages (npm ci)')
  // npm tells the scripts that it runs where its own program is.
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  await runOrFail(program, [...first, 'ci'], { env: { ...process.env, ...nodeHeaders() } })
}

/**
 * pkcs11js is compiled against Node's headers. They come with the Node that runs this script, or with the one among the
 * packages; otherwise node-gyp would fetch them from nodejs.org.
 */
function nodeHeaders() {
  if (process.env.npm_config_nodedir) return {}
  const installation = dirname(dirname(process.execPath))
  const hasHeaders = existsSync(join(installation, 'include/node/node_api.h'))
  return {
    npm_config_nodedir: hasHeaders ? installation : join(ROOT, `node_modules/node-${process.platform}-${process.arch}`),
  }
}

/** Whether node_modules holds every package of the lock file in its version. Optional ones may be absent. */
function packagesMatchLock() {
  const installedFile = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return false
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  )
}
