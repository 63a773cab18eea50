import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { run } from '../../../support/run-program.ts'
import { type Colour, colourAt, frameBufferToPng, middleOf } from './frame-buffer.ts'

/** A point of the page in a browser window of Chromium's own first size and place. */
const PAGE_CORNER = { x: 40, y: 860 }

/** X's numbers of the mouse buttons. */
const BUTTONS = { left: '1', right: '3' } as const

/** A screen that nobody sees, with the keyboard and the mouse before it. */
export type Display = {
  /** For DISPLAY. */
  readonly name: string
  /** Title of the window that has the keyboard; undefined while none has. */
  focused(): Promise<string | undefined>
  /** Whether the page near the lower left corner is greyed, as Chromium does behind a dialog of its own. */
  isDimmed(): Promise<boolean>
  /** The middle of what has this colour; undefined while nothing has. */
  middleOf(colour: Colour): Promise<{ x: number; y: number } | undefined>
  type(text: string): Promise<void>
  press(key: string): Promise<void>
  /** Clicks at a point of the screen. */
  click(point: { x: number; y: number }, button: 'left' | 'right'): Promise<void>
  /** The whole screen as PNG, with the browser's own windows, which no debugging protocol shows. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts Xvfb on a display of its own choice, so that two runs never meet; its frame buffer is kept in `folder`. */
export async function openDisplay(env: Readonly<Record<string, string>>, folder: string): Promise<Display> {
  // Without -noreset it would begin anew whenever its last client has gone, as one of xdotool's calls may be; with a
  // keyboard that repeats, a key that a busy machine lets go late would be pressed many times: a wrong PIN.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset', '-r', '-fbdir', folder],
    {
      env: { ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const name = `:${await displayNumber(server)}`
  const withDisplay = { ...env, DISPLAY: name }
  const frameBuffer = () => readFile(join(folder, 'Xvfb_screen0'))
  const xdotool = (...args: string[]) => run('xdotool', args, { env: withDisplay })
  return {
    name,
    // Fails for a window that is just closing.
    focused: async () => (await xdotool('getwindowfocus', 'getwindowname').catch(() => undefined))?.trim(),
    isDimmed: async () => {
      const [red, green, blue] = colourAt(await frameBuffer(), PAGE_CORNER)
      return red === green && green === blue && red > 0 && red < 0xa0
    },
    middleOf: async colour => middleOf(await frameBuffer(), colour),
    // From stdin: what is typed is a PIN.
    type: async text => void (await run('xdotool', ['type', '--file', '-'], { env: withDisplay, input: text })),
    press: async key => void (await xdotool('key', key)),
    click: async ({ x, y }, button) =>
      void (await xdotool('mousemove', String(Math.round(x)), String(Math.round(y)), 'click', BUTTONS[button])),
    screenshot: async () => frameBufferToPng(await frameBuffer()),
    close: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function displayNumber(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdio[3] as Readable })
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended (${code}) before it had a display`)
  })
  const [line] = await Promise.race([once(lines, 'line'), failed])
  failed.catch(() => undefined)
  return String(line).trim()
}
