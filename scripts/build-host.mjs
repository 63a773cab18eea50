// Bundles the host: dist/recipisa.js (the launcher), dist/host.js (the program, which needs no source tree) and the
// threads with the libraries that the program itself need not load: dist/pdf-worker-….js reads PDFs, dist/print-worker-….js
// makes them, dist/reading-worker-….js reads XML, signatures and lists. Parts that a start does not need are in files
// beside them, which are loaded on use (docs/decisions/0043-the-program-is-commonjs.md). All but the first two have names of
// their content: a running program that an update has replaced finds no part of the new one.
// Takes another folder as its argument; the project's packages must be found from there.
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { LEAST_NODE } from '../shared/domain/product.ts'
import { reachedModules } from './reached-modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2] ?? `${root}dist`)

/**
 * Node keeps the compiled program beside it; on Windows among the person's temporary files, because the uninstaller
 * removes only what was installed.
 */
const KEEP_COMPILED = `require('node:module').enableCompileCache(
  process.platform === 'win32'
    ? require('node:os').tmpdir() + '/recipisa-compile-cache'
    : __dirname + '/compile-cache'
)`

/**
 * An old Node cannot load the program and would fail with a stack trace. So the launcher checks the version first, in
 * JavaScript that any Node understands, and only then loads the program, compiled by an earlier start: this takes a fifth
 * less. A person who may write to the cache can change the program as well.
 */
const launcher = `#!/usr/bin/env node
var version = process.versions.node
if (Number(version.split('.')[0]) >= ${LEAST_NODE}) {
  ${KEEP_COMPILED}
  require('./host.js')
} else {
  process.stderr.write(
    'recipisa needs Node ${LEAST_NODE} or newer, this is ' + version + ' (' + process.execPath + '). ' +
    'In a checkout, npx recipisa finds the right one.\\n'
  )
  process.exit(1)
}
`

/** A thread does not inherit the cache of its program. */
const threadLauncher = file => `${KEEP_COMPILED}\nrequire('./${file}')\n`

/** The hash in the name of each thread's file, by the thread's name. */
const threads = new Map()

/** The program names its threads `name`-worker; those of this build have a hash as well. */
const threadsOfThisBuild = {
  name: 'threads-of-this-build',
  transform: code => code.replace(/`\.\/(\w+)-worker(?=\$)/g, (named, name) => `${named}-${threads.get(name)}`),
}

/** Commander can start commands as separate programs. Here there are none, and Node's module for it is slow to load. */
const withoutChildProcess = {
  name: 'without-child-process',
  resolveId: (source, importer) =>
    source === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '') ? '\0no-child-process' : null,
  load: id => (id === '\0no-child-process' ? 'export default {}' : null),
}

/**
 * The host uses undici only for connections over HTTP/1.1. Its index brings fetch, caches, mocks and WebSockets as well,
 * and its client HTTP/2: together two thirds of the wire's loading time.
 */
const connectionsOfUndici = {
  name: 'connections-of-undici',
  resolveId: (source, importer) => {
    if (source === 'undici') return '\0connections-of-undici'
    return source === 'node:http2' && /[\\/]undici[\\/]/.test(importer ?? '') ? '\0no-http2.cjs' : null
  },
  load: id => {
    if (id === '\0no-http2.cjs') return 'module.exports = { constants: {} }'
    if (id !== '\0connections-of-undici') return null
    const lib = `${root}node_modules/undici/lib`
    return `
      export { default as Agent } from '${lib}/dispatcher/agent.js'
      export { default as Client } from '${lib}/dispatcher/client.js'
      export { default as buildConnector } from '${lib}/core/connect.js'
      export { default as errors } from '${lib}/core/errors.js'
      import Dispatcher from '${lib}/dispatcher/dispatcher.js'
      import request from '${lib}/api/api-request.js'
      Dispatcher.prototype.request = request // as the index does
    `
  },
}

/** Node's own modules are loaded on use: each variable stands for its module until the first access, which replaces it. */
const builtinsOnUse = {
  name: 'builtins-on-use',
  renderChunk: code =>
    code.replace(/^let (\w+) = require\("(node:[\w/]+)"\);$/gm, (eager, name, builtin) =>
      // A default import copies the module's names at once.
      code.includes(`__toESM(${name}`)
        ? eager
        : `let ${name} = new Proxy({}, { get: (_, member) => (${name} = require("${builtin}"))[member] });`,
    ),
}

/**
 * Puts the modules of every start into one file: Node takes a tenth of a millisecond for each file, and these would be
 * sixty. The greeting and a command line's help need none of them.
 */
function startInOneFile() {
  const FIRST = ['main.ts', 'messaging/run.ts', 'cli/core/run.ts', 'cli/core/program.ts']
  const START = ['services.ts', 'operations/core/handlers.ts', 'operations/core/invoke.ts', 'archive/core/open.ts']
  const own = new Set()
  return {
    plugin: {
      name: 'start-in-one-file',
      buildEnd() {
        const idsOf = files => files.map(file => `${root}native-host/${file}`)
        const first = reachedModules(this, idsOf(FIRST))
        for (const id of reachedModules(this, idsOf(START)).difference(first)) own.add(id)
      },
    },
    codeSplitting: { groups: [{ name: 'start', test: id => own.has(id) }], includeDependenciesRecursively: false },
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
/** Programs built together share their common parts; all but the host, which has to know their names, are threads. */
const builds = [
  {
    pdf: 'native-host/capabilities/declarations/pdf-worker.ts',
    print: 'native-host/printing/print-worker.ts',
  },
  { reading: 'native-host/reading/reading-worker.ts' },
  { host: 'native-host/main.ts' },
]
for (const entries of builds) {
  const { plugin, codeSplitting } = startInOneFile()
  const { output } = await build({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `${root}${file}`])),
    platform: 'node',
    // Native modules stay packages: their binaries must be beside their own files.
    external: ['@napi-rs/keyring', 'pkcs11js'],
    preserveEntrySignatures: false,
    plugins: [withoutChildProcess, connectionsOfUndici, threadsOfThisBuild, builtinsOnUse, plugin],
    output: {
      dir: folder,
      format: 'cjs',
      entryFileNames: 'host' in entries ? '[name].js' : '[name]-[hash].js',
      // Beside the program, not in a separate folder: the threads are found beside the file that starts them.
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: 'reading' in entries ? false : codeSplitting,
    },
  })
  for (const { name, fileName, isEntry } of output) {
    if (!isEntry || name === 'host') continue
    const hash = fileName.slice(name.length + 1, -'.js'.length)
    threads.set(name, hash)
    await writeFile(`${folder}/${name}-worker-${hash}.js`, threadLauncher(fileName))
  }
}
await writeFile(`${folder}/package.json`, `${JSON.stringify({ type: 'commonjs' })}\n`)
// The font of our own PDFs, in two weights, with its licence.
const font = `${root}node_modules/@expo-google-fonts/noto-sans`
for (const weight of ['400Regular', '600SemiBold'])
  await copyFile(`${font}/${weight}/NotoSans_${weight}.ttf`, `${folder}/NotoSans_${weight}.ttf`)
await copyFile(`${font}/LICENSE_FONT`, `${folder}/LICENSE-NotoSans`)
await writeFile(`${folder}/recipisa.js`, launcher)
await chmod(`${folder}/recipisa.js`, 0o755)
