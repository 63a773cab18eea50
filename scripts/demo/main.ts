import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { policiesWritable } from '../../test/browser/support/chromium/policy.ts'
import { HAS_POSTGRES } from '../../test/contract/support/postgres.ts'
import { isAlive } from '../../test/support/processes.ts'
import { showTwoSeats } from './two-seats.ts'
import { showTheWholeWay } from './whole-way.ts'

const USAGE = `npm start -- [options]

  --keep      leave everything running afterwards, to play with, until Ctrl-C
  --office    two people of an office side by side, and its worker; on a display it runs until Ctrl-C
  --pin       a token that asks for its PIN (123456), and for the certificate, in the browser's own windows
  --folder    where it keeps its files until the next run; .demo by default
`

/** Default folder of the demo: the archive and screenshots of the last run. */
const FOLDER = join(import.meta.dirname, '../../.demo')

class Unable extends Error {}

async function main(): Promise<void> {
  const { keep, office, pin, folder, help } = options()
  if (help) return void process.stdout.write(USAGE)
  const hasDisplay = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  if (office) {
    if (!HAS_POSTGRES) throw new Unable('An office needs PostgreSQL 15 or newer on this machine.')
    const showing = { folder, headless: !hasDisplay, keep: keep || hasDisplay }
    return untilCtrlC(folder, keep || hasDisplay, signal => showTwoSeats({ ...showing, signal }))
  }
  const byPolicy = !pin && (await policiesWritable())
  if (!hasDisplay && !byPolicy)
    throw new Unable(
      pin
        ? 'The PIN is typed into a window, and there is no display here. Run it on a desktop, or by: xvfb-run npm start -- --pin'
        : 'Without a display the browser must choose the certificate by itself, which only root may allow (a policy file ' +
            'under /etc/chromium). Run it as root, or on a desktop.',
    )

  const showing = { folder, headless: !hasDisplay, byPolicy, pin: pin ? '123456' : null, keep }
  await untilCtrlC(folder, keep, signal => showTheWholeWay({ ...showing, signal }))
}

/** Runs a demo in the folder until Ctrl-C, which ends a demo with `--keep` and interrupts any other. */
async function untilCtrlC(
  folder: string,
  isKept: boolean,
  show: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await takeFolder(folder)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  await show(stop.signal)
  if (stop.signal.aborted && !isKept) process.exitCode = 130
}

/** Removes the last demo's folder, unless that demo still runs, and marks it as ours. */
async function takeFolder(folder: string): Promise<void> {
  const file = join(folder, 'pid')
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  if (owner > 0 && isAlive(owner))
    throw new Unable(`A demo is still running (process ${owner}); stop it by Ctrl-C there.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(file, String(process.pid))
}

function options() {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({
      options: {
        keep: flag,
        office: flag,
        pin: flag,
        folder: { type: 'string', default: FOLDER },
        help: flag,
      },
    }).values
  } catch (error) {
    throw new Unable(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Unable ? error.message : error)
  process.exitCode = error instanceof Unable ? 2 : 1
}
