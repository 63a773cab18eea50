import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { build, type Plugin } from 'rolldown'
import type { program } from './program.ts'

/** The program's exports. */
export type Program = typeof program

/** Names by which the program reaches the world: each process gets its own. */
export const GIVEN = [
  'require',
  'process',
  'Date',
  'performance',
  'Math',
  'crypto',
  'AbortSignal',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
] as const
export type Given = Record<(typeof GIVEN)[number], unknown>

const FILE = fileURLToPath(new URL('program.ts', import.meta.url))

/** Native modules, and the connections that the simulated network replaces: loading them is an error. */
const NOT_SIMULATED = ['@napi-rs/keyring', 'pkcs11js', 'undici']
/** The office loads when one is set, and no simulated machine is a seat. */
const isOffice = (source: string, importer: string): boolean =>
  source.startsWith('../office/') && importer.includes('/native-host/composition/')
const withoutNative: Plugin = {
  name: 'without-native',
  resolveId: (source, importer = '') =>
    NOT_SIMULATED.includes(source) || isOffice(source, importer) ? `\0absent-${source}` : null,
  load: id =>
    id.startsWith('\0absent-')
      ? `throw new Error('${id.slice(1)} is not simulated')
         export const AsyncEntry = undefined, Agent = undefined, Client = undefined, buildConnector = undefined, errors = undefined`
      : null,
}

/** The host as one script, as its shipped form is. */
export async function bundleProgram(): Promise<string> {
  const { output } = await build({
    input: FILE,
    platform: 'node',
    plugins: [withoutNative],
    write: false,
    output: { format: 'cjs', codeSplitting: false },
  })
  return output[0].code
}

/** Compiles the program once; each call runs it anew, with modules and a world of its own. */
export function compileProgram(code: string): (given: Given) => Program {
  const run = compileFunction(code, ['exports', 'module', '__filename', '__dirname', ...GIVEN], {
    filename: 'program.js',
  })
  return given => {
    const module = { exports: {} as { program: Program } }
    run(module.exports, module, '/program/program.js', '/program', ...GIVEN.map(name => given[name]))
    return module.exports.program
  }
}
