import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { processesWith } from '../../../support/processes.ts'
import type { Machine } from '../machine/machine.ts'

/** A tab, the side panel, or a whole screen, which has only a picture. */
export type View = {
  screenshot(): Promise<Buffer>
  evaluate?(expression: string): Promise<unknown>
}

type Scene = {
  machine: () => Machine
  views: () => Readonly<Record<string, View | undefined>>
}

/** How much of a page to print, characters; and of the authority's journal and the host's log, lines. */
const WORDS = 700
const LINES = 25
/** How long to wait for a view, ms. */
const PATIENCE = 5000

/**
 * Runs the work of a test. When it fails, the error lists the texts of the pages, the authority's last requests, the end of
 * the host's log, the host's processes, and the folder with screenshots.
 */
export async function withEvidence<T>(scene: Scene, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const parts = await Promise.all([wordsOf(scene.views()), picturesOf(scene.views()), tracesOf(scene.machine())])
    throw new Error([error instanceof Error ? error.message : String(error), ...parts].join('\n'), { cause: error })
  }
}

/** Makes the steps of a file's tests: their work with the evidence of one machine and the tabs of one browser. */
export const stepsOf =
  (machine: () => Machine, context: () => BrowserContext) => (work: () => Promise<void>) => (): Promise<void> =>
    withEvidence({ machine, views: () => tabsOf(context()) }, work)

/** The open tabs, by their place. */
export function tabsOf(context: BrowserContext): Record<string, View> {
  return Object.fromEntries(context.pages().map((page, n) => [`tab-${n}`, page]))
}

async function wordsOf(views: ReturnType<Scene['views']>): Promise<string> {
  const texts = Object.entries(views).map(async ([name, view]) => {
    const said = await inTime(view?.evaluate?.(`location.href + '\\n' + document.body.innerText`))
    return said === undefined ? '' : `--- ${name}: ${String(said).replace(/\n+/g, '\n').slice(0, WORDS)}`
  })
  return (await Promise.all(texts)).filter(Boolean).join('\n')
}

/** The result, or the reason for its absence: a page that hangs must not hide the failure. */
function inTime(work: Promise<unknown> | undefined): Promise<unknown> {
  return Promise.race([work, setTimeout(PATIENCE, 'no answer', { ref: false })]).catch(String)
}

async function picturesOf(views: ReturnType<Scene['views']>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recipisa-failed-'))
  for (const [name, view] of Object.entries(views)) {
    if (!view) continue
    const png = await inTime(view.screenshot())
    await writeFile(join(folder, `${name}.png`), png instanceof Buffer ? png : String(png))
  }
  return `Screenshots: ${folder}`
}

async function tracesOf({ authority, sandbox }: Machine): Promise<string> {
  const asked = authority.journal.find({}).slice(-LINES)
  const log = await readFile(join(sandbox.dataDir, 'logs/host.log'), 'utf8').catch(String)
  const processes = await processesWith(`RECIPISA_DATA_DIR=${sandbox.dataDir}`)
  return [
    '--- last requests',
    ...asked.map(
      ({ at, host, method, path, status, fault }) =>
        `${new Date(at).toISOString()} ${method} ${host}${path} ${status ?? 'no answer'} ${fault ?? ''}`,
    ),
    '--- log',
    ...log.trimEnd().split('\n').slice(-LINES),
    '--- processes of the host',
    ...[...processes].filter(([, command]) => command.includes('recipisa.js')).map(entry => entry.join(' ')),
  ].join('\n')
}
