import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { ModuleReport, REPORT_LINE, type ReadToken } from './module-report.ts'

/** How long the process may take until it says that it loads the module, ms. A busy computer starts programs slowly. */
const PATIENCE_WITH_START = 30_000
/** How long a module may take from then on, ms. A token with many certificates takes some seconds. */
const PATIENCE = 10_000
/** How long the last output of an ended process may take, ms: a program that the module started may hold it open. */
const LAST_OUTPUT = 500
/** Most output of the process, bytes: far more than any tokens within the bounds of module-report.ts. */
const MOST_OUTPUT = 16 * 1024 * 1024

export type ReadOptions = {
  /** The command that starts this program again: program and first arguments. */
  command: readonly [string, ...string[]]
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Reads the certificates of a module's tokens in a separate process, which is killed ten seconds after it began to load the
 * module: that is foreign code, and one that hangs or crashes must take nothing down with it (H-11). Throws
 * `certificate-module-missing`, `certificate-module-unusable` (no PKCS#11 library, or it failed),
 * `certificate-module-silent` (killed), `certificate-module-crashed` or `certificate-reader-missing`.
 */
export async function readModule(path: string, options: ReadOptions): Promise<ReadToken[]> {
  const name = basename(path)
  if (!existsSync(path)) throw new RecipisaError('certificate-module-missing', { path })
  const { output, ended } = await run(path, options)
  options.signal.throwIfAborted()
  const report = reportIn(output)
  // A module that crashes while the process ends has already been read.
  if (report && 'tokens' in report) return report.tokens
  if (report?.isReaderMissing)
    throw new RecipisaError('certificate-reader-missing', { system: `${process.platform} ${process.arch}` })
  if (report) throw new RecipisaError('certificate-module-unusable', { name, path, problem: report.problem })
  if (ended === 'killed') {
    const seconds = (output === '' ? PATIENCE_WITH_START : PATIENCE) / 1000
    throw new RecipisaError('certificate-module-silent', { name, path, seconds })
  }
  throw new RecipisaError('certificate-module-crashed', { name, path, problem: ended })
}

type Run = { output: string; ended: string }

function run(path: string, { command: [program, ...args], env, signal }: ReadOptions): Promise<Run> {
  const options = { killSignal: 'SIGKILL', maxBuffer: MOST_OUTPUT, windowsHide: true, env, signal } as const
  return new Promise(resolve => {
    const all = [...args, 'certificates', 'read-module', path]
    const child = execFile(program, all, options, (error, output) => {
      clearTimeout(timer)
      resolve({ output, ended: error ? howItEnded(error) : 'exit 0' })
    })
    const killAfter = (patience: number) => setTimeout(() => child.kill('SIGKILL'), patience)
    let timer = killAfter(PATIENCE_WITH_START)
    child.stdout?.once('data', () => {
      clearTimeout(timer)
      timer = killAfter(PATIENCE)
    })
    // `execFile` answers only when nobody holds the output open any more.
    const stopReading = () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    child.once('exit', () => void setTimeout(stopReading, LAST_OUTPUT).unref())
  })
}

/** `killed` after its time; else the system's own word. */
function howItEnded({ killed, code, signal }: ExecFileException): string {
  if (typeof code === 'string') return code
  return killed ? 'killed' : (signal ?? `exit ${code}`)
}

function reportIn(output: string): ModuleReport | undefined {
  const line = output.split('\n').find(each => each.startsWith(REPORT_LINE))
  if (line === undefined) return undefined
  try {
    const parsed = v.safeParse(ModuleReport, JSON.parse(line.slice(REPORT_LINE.length)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // the module killed the process in the middle of the line
  }
}
