import { openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'

const ENTER = ['\r', '\n']
const BACKSPACE = ['\u007f', '\b']
/** Ctrl-U: starts the line over. */
const ANEW = '\u0015'
/** Over a line of progress. */
const CLEAR_LINE = '\r\u001b[2K'
/** Ctrl-C and Ctrl-D. */
const LEAVE = ['\u0003', '\u0004']

/**
 * Asks at the terminal that this process belongs to, whatever its standard input is, and shows nothing that is typed.
 * '' if the person gives up; undefined if there is no terminal.
 */
export async function askAtTerminal(lines: readonly string[], prompt: string): Promise<string | undefined> {
  let terminal: number
  try {
    terminal = openSync('/dev/tty', 'r+')
  } catch {
    return undefined // a scheduler, or a desktop's launcher
  }
  const input = new ReadStream(terminal)
  // This comes first: otherwise keys typed as soon as the question appears would show.
  input.setRawMode(true)
  writeSync(terminal, `${CLEAR_LINE}${[...lines, prompt].join('\r\n')}`)
  try {
    return await readLine(input)
  } finally {
    input.setRawMode(false)
    writeSync(terminal, '\r\n')
    input.destroy()
  }
}

function readLine(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = ''
    input.setEncoding('utf8')
    input.on('error', reject)
    input.on('end', () => resolve(''))
    input.on('data', (chunk: string) => {
      // Drops arrows and other invisible keys: they would make the PIN wrong, and a token allows three wrong ones.
      for (const key of stripVTControlCharacters(chunk)) {
        if (ENTER.includes(key)) return resolve(typed)
        if (LEAVE.includes(key)) return resolve('')
        if (BACKSPACE.includes(key)) typed = typed.slice(0, -1)
        else if (key === ANEW) typed = ''
        else if (key >= ' ') typed += key
      }
    })
  })
}
