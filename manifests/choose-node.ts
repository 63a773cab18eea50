import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { LEAST_NODE } from '../shared/domain/product.ts'

/** How long a program on the PATH may take to say what it is, ms. */
const PATIENCE = 10_000

export type ChosenNode = { path: string; version: string; from: 'system' | 'packages' }

/**
 * The Node that the installed host is started with: the first on the PATH that is new enough and was not installed by npm,
 * which the system keeps up to date and vouches for; else `packaged`, the one that came with this project's packages.
 */
export async function chooseNode(path: string, packaged: string): Promise<ChosenNode> {
  for (const folder of path.split(delimiter)) {
    // npm puts the folders of packages first; a relative folder would mean another one later.
    if (!folder.startsWith(sep) || isOfPackages(folder)) continue
    const found = await ask(join(folder, 'node'))
    if (found && Number(found.version.split('.')[0]) >= LEAST_NODE) return { ...found, from: 'system' }
  }
  return { path: packaged, version: process.versions.node, from: 'packages' }
}

/**
 * Where a Node is and which; undefined for what is none, does not start, or came with packages. What only starts a Node
 * that is elsewhere (a version manager's shim) is passed by: it may need what only a terminal's environment has.
 */
async function ask(program: string): Promise<Omit<ChosenNode, 'from'> | undefined> {
  try {
    await access(program, constants.X_OK)
    const script = 'console.log(JSON.stringify([process.execPath, process.versions.node]))'
    const { stdout } = await promisify(execFile)(program, ['-e', script], { timeout: PATIENCE })
    const [path, version] = JSON.parse(stdout) as [unknown, unknown]
    if (typeof path !== 'string' || typeof version !== 'string') return undefined
    const [started, named] = [await realpath(path), await realpath(program)]
    if (isOfPackages(started)) return undefined
    // A link that the system keeps outlives the version that it leads to today.
    return { path: started === named ? program : started, version }
  } catch {
    return undefined // not there, not startable, or something else of this name: the next folder is asked
  }
}

const isOfPackages = (path: string): boolean => path.split(sep).includes('node_modules')
