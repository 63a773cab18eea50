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

/** A virtual screen with keyboard and mouse. */
export type Display = {
  /** Value for the variable DISPLAY. */
  readonly name: string
  /** Title of the window that has the keyboard; undefined while no window has it. */
  focused(): Promise<string | undefined>
  /** Whether the page is dimmed near its lower left corner, as Chromium does behind its own dialogs. */
  isDimmed(): Promise<boolean>
  /** The middle of the area of this colour; undefined if there is none. */
  middleOf(colour: Colour): Promise<{ x: number; y: number } | undefined>
  type(text: string): Promise<void>
  press(key: string): Promise<void>
  /** Clicks at a point of the screen. */
  click(point: { x: number; y: number }, button: 'left' | 'right'): Promise<void>
  /** The whole screen as PNG, with the browser's own windows, which the debugging protocol does not show. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts Xvfb on a free display of its own choice; it keeps its frame buffer in `folder`. */
export async function openDisplay(env: Readonly<Record<string, string>>, folder: string): Promise<Display> {
  // Without -noreset Xvfb would restart when its last client ends, and a call of xdotool may be the last. -r stops keys
  // from repeating: on a busy machine a key released late would be typed many times and make a wrong PIN.
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
    // xdotool fails for a window that is just closing.
    focused: async () => (await xdotool('getwindowfocus', 'getwindowname').catch(() => undefined))?.trim(),
    isDimmed: async () => {
      const [red, green, blue] = colourAt(await frameBuffer(), PAGE_CORNER)
      return red === green && green === blue && red > 0 && red < 0xa0
    },
    middleOf: async colour => middleOf(await frameBuffer(), colour),
    // Through stdin, because the text is a PIN.
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
