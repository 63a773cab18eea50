// What the commands share. Runs on Node 20 without packages: before the set-up there is nothing else.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Node 26, as the registry's platform packages bring it. */
export const NODE = join(ROOT, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Entry points of the tools, each to be run by NODE. */
export const TOOLS = {
  biome: join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
  tsc: join(ROOT, 'node_modules/typescript/bin/tsc'),
  vitest: join(ROOT, 'node_modules/vitest/vitest.mjs'),
  wxt: join(ROOT, 'node_modules/wxt/bin/wxt.mjs'),
}

/** The project's own tools come first on PATH, Node 26 among them. */
export const toolsEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
})

/** Runs a program in the project's folder with its words on our streams; gives its exit code. */
export function run(program, args, { env = toolsEnv(), quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 1 : code))
  })
}

export async function runOrFail(program, args, options) {
  const code = await run(program, args, options)
  if (code !== 0) throw new Failed(`${[program, ...args].join(' ')} failed (exit code ${code})`)
}

/** A failure that its message tells whole. */
export class Failed extends Error {}

/** Ends a command with one clear line instead of a stack. */
export function orSay(work) {
  return work.catch(error => {
    console.error(error instanceof Failed ? `\n${error.message}` : error)
    process.exit(1)
  })
}
