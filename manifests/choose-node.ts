import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { LEAST_NODE } from '../shared/domain/product.ts'

/** How long to wait for a program on the PATH to report its version, ms. */
const PATIENCE = 10_000
const NAME = process.platform === 'win32' ? 'node.exe' : 'node'

export type ChosenNode = { path: string; version: string; from: 'system' | 'packages' | 'installer' }

/** The Node that an installer put beside the program; undefined for a program that came otherwise. */
export function installedNode(node: string, program: string): ChosenNode | undefined {
  return dirname(node) === dirname(program)
    ? { path: node, version: process.versions.node, from: 'installer' }
    : undefined
}

/**
 * The Node that starts a host without an installer: the first on the PATH that is new enough and not from npm, because the
 * system keeps that one up to date; otherwise `packaged`, the one from this project's packages.
 */
export async function chooseNode(path: string, packaged: string): Promise<ChosenNode> {
  for (const folder of path.split(delimiter)) {
    // npm puts the folders of packages first; a relative folder would mean a different one elsewhere.
    if (!isAbsolute(folder) || isOfPackages(folder)) continue
    const found = await ask(join(folder, NAME))
    if (found && Number(found.version.split('.')[0]) >= LEAST_NODE) return { ...found, from: 'system' }
  }
  return { path: packaged, version: process.versions.node, from: 'packages' }
}

/**
 * Path and version of a Node; undefined for a program that is not Node, does not start, or came with packages. For a version
 * manager's shim the path is the Node that it starts: the shim may need the environment of a terminal.
 */
async function ask(program: string): Promise<Omit<ChosenNode, 'from'> | undefined> {
  try {
    await access(program, constants.X_OK)
    const script = 'console.log(JSON.stringify([process.execPath, process.versions.node]))'
    const { stdout } = await promisify(execFile)(program, ['-e', script], { timeout: PATIENCE, windowsHide: true })
    const [path, version] = JSON.parse(stdout) as [unknown, unknown]
    if (typeof path !== 'string' || typeof version !== 'string') return undefined
    const [started, named] = [await realpath(path), await realpath(program)]
    if (isOfPackages(started)) return undefined
    // A system link outlives the version that it points to today.
    return { path: started === named ? program : started, version }
  } catch {
    return undefined // missing, not startable, or another program of this name: try the next folder
  }
}

const isOfPackages = (path: string): boolean => path.split(sep).includes('node_modules')
