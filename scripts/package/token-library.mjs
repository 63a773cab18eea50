// pkcs11js, the library that reads tokens, as packages ship it. npm has only its source: the build for this system is the
// installed one, the one for Windows is made here, and other systems' packages go without. The program says so there.
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, runOrFail } from '../tools.mjs'
import { fetchedPackage, lockedPackage } from './npm-packages.mjs'

const NAME = 'pkcs11js'
const BUILT = 'build/Release/pkcs11.node'
const KEPT = join(ROOT, '.output/packages')
const COMPILER = 'x86_64-w64-mingw32-g++'

/** Node's interface for libraries: headers, and the names that a library takes from node.exe. */
const HEADERS = {
  name: 'node-api-headers',
  version: '1.9.0',
  integrity: 'sha512-2oNILP4jXwRB4ywnYKjVk1YyJ96n2D4EOVJO6S3oYZ5PtbJrw3Yt9TpAuX3nBLMuzn74rnfGQrv13pS9vC+YiA==',
}

/** Puts the library into `folder` (a `node_modules`); returns false, and adds nothing, without a build for the system. */
export async function addTokenLibrary(folder, { platform, arch }) {
  const source = await lockedPackage(NAME)
  const binary = await binaryFor(source, { platform, arch })
  if (binary === undefined) return false
  const into = join(folder, NAME)
  await mkdir(join(into, 'build/Release'), { recursive: true })
  for (const file of ['index.js', 'package.json', 'LICENSE']) await cp(join(source, file), join(into, file))
  await copyFile(binary, join(into, BUILT))
  return true
}

async function binaryFor(source, { platform, arch }) {
  const installed = join(ROOT, 'node_modules', NAME, BUILT)
  if (platform === process.platform && arch === process.arch) return existsSync(installed) ? installed : undefined
  return platform === 'win32' && arch === 'x64' ? builtForWindows(source) : undefined
}

/** One build loads in every version of Node: it uses only Node-API. Fails without a compiler for Windows. */
async function builtForWindows(source) {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const kept = join(KEPT, `${NAME}-${version}-win32-x64.node`)
  if (existsSync(kept)) return kept
  const headers = await fetchedPackage(HEADERS)
  const work = await mkdtemp(join(KEPT, 'part-'))
  try {
    const names = await Promise.all(
      ['js_native_api.def', 'node_api.def'].map(file => readFile(join(headers, 'def', file), 'utf8')),
    )
    const exported = names.flatMap(text => text.match(/^ *napi_\w+$|^ *node_api_\w+$/gm) ?? [])
    await writeFile(join(work, 'node.def'), `NAME NODE.EXE\nEXPORTS\n${exported.join('\n')}\n`)
    await runOrFail('x86_64-w64-mingw32-dlltool', ['-d', join(work, 'node.def'), '-l', join(work, 'libnode.a')])
    const output = join(work, 'pkcs11.node')
    await runOrFail(COMPILER, [
      ...['-w', '-std=c++17', '-O2', '-s', '-shared', '-static', '-Wl,--no-insert-timestamp'],
      ...['-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DBUILDING_NODE_EXTENSION', '-DNODE_GYP_MODULE_NAME=pkcs11'],
      ...['-I', join(headers, 'include'), '-I', join(source, 'includes'), '-o', output],
      ...['src/dl.cpp', 'src/common.cpp', 'src/main.cpp'].map(file => join(source, file)),
      ...['-L', work, '-lnode'],
    ])
    await rename(output, kept)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return kept
}
