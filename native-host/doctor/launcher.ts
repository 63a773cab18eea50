import { access, constants, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LEAST_NODE } from '../../shared/domain/product.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { readText } from '../process/read-text.ts'
import { found } from './check.ts'
import type { Machine } from './machine.ts'

export type Launched = {
  check: Check
  /** Version of the started program; undefined if it starts none. */
  version?: string
}

/** Checks the program that a manifest names: the Node that it starts, and the file that Node runs. */
export async function checkLauncher({ run }: Machine, path: string, signal: AbortSignal): Promise<Launched> {
  const script = await readText(path).catch(() => '') // an unreadable file may still be startable
  const command = commandOf(script, dirname(path))
  if (!command) return { check: found('launcher', 'launcher-unknown', { path }) }
  const { node, program } = command
  const printed = (args: readonly string[]) =>
    run(node, args, signal).then(
      text => text.trim(),
      () => {
        signal.throwIfAborted()
        return '' // missing, or it failed
      },
    )
  const version = await printed(['-p', 'process.versions.node'])
  if (!/^\d+\./.test(version)) return { check: found('launcher', 'launcher-node-fails', { path, node }) }
  if (Number.parseInt(version, 10) < LEAST_NODE)
    return { check: found('launcher', 'launcher-node-old', { path, node, version, least: LEAST_NODE }) }
  const started = await printed([program, '--version'])
  if (!/^\d+\./.test(started)) return { check: found('launcher', 'launcher-program-fails', { path, program }) }
  return { check: found('launcher', 'launcher-fine', { path, node, program, version }), version: started }
}

/** A word of sh between single quotes, as `launcherScript` writes it. */
const WORD = String.raw`('(?:[^']|'\\'')*')`
const SHELL = new RegExp(String.raw`^exec ${WORD} ${WORD} "\$@"$`, 'm')
/**
 * The launcher that installers for everyone, or without a table of browsers, put beside the program
 * (scripts/package/launcher.sh).
 */
const BESIDE = /^exec "\$here\/([^"]+)" "\$here\/([^"]+)" "\$@"$/m
const BATCH = /^@?"([^"]+)" "([^"]+)" %\*\r?$/m

/**
 * Node and program in a launcher for sh or for Windows' command processor; undefined for a script of another form.
 * `folder` is the launcher's own, and the launcher may refer to it.
 */
export function commandOf(script: string, folder: string): { node: string; program: string } | undefined {
  const words =
    SHELL.exec(script)?.map(unquoted) ??
    BESIDE.exec(script)?.map(name => join(folder, name)) ??
    BATCH.exec(script)?.map(word => expanded(word, folder))
  const [, node, program] = words ?? []
  return node && program ? { node, program } : undefined
}

const unquoted = (word: string): string => word.slice(1, -1).replaceAll(`'\\''`, "'")

/** In a batch file `%~dp0` is its own folder with a backslash at the end, and `%%` a percent sign. */
const expanded = (word: string, folder: string): string =>
  word.replaceAll(/%~dp0|%%/gi, sign => (sign === '%%' ? '%' : `${folder}\\`))

/** Whether a browser could start this file. */
export async function isStartable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
