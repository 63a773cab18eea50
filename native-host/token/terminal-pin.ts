import { openSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { ReadStream } from 'node:tty'

const ENTER = ['\r', '\n']
const BACKSPACE = ['\u007f', '\b']
/** Ctrl-U: starts the line over. */
const ANEW = '\u0015'
/** Over a line of progress. */
const CLEAR_LINE = '\r\u001b[2K'
/** Ctrl-C, Ctrl-D, and the Ctrl-Z of Windows. */
const LEAVE = ['\u0003', '\u0004', '\u001a']
const ESCAPE = '\u001b'
/** Stands for an Escape at the end of what came: typed alone, or the beginning of a key whose rest is still to come. */
const CUT_ESCAPE = '\u0000'
const EITHER_ESCAPE = `[${CUT_ESCAPE}${ESCAPE}]`
/** What follows Escape in an arrow or F1, without its last character. The Linux console's F1 has two brackets. */
const KEY = '(?:\\[\\[?|O)[ -?]*'
/** What follows Escape in a terminal's late answer to an earlier program (OSC, DCS, PM, APC, SOS), without its end. */
const ANSWER = '[\\]P^_X][ -~]*'
/** Such a key or answer, or a character typed with Alt: macOS sends Option with an arrow as Alt with a letter. */
const INVISIBLE = new RegExp(`${EITHER_ESCAPE}(?:${KEY}[@-~]|${ANSWER}(?:\u0007|${ESCAPE}\\\\))|${ESCAPE}[ -~]`, 'g')
/** Its beginning, where the rest is still to come. */
const BEGUN = new RegExp(`${EITHER_ESCAPE}(?:${KEY}|${ANSWER}${ESCAPE}?)?$`)

/** A terminal's keyboard. */
export type Keys = Readable & { setRawMode: (isRaw: boolean) => unknown }

/**
 * Asks at the terminal that this process belongs to, whatever its standard input is, and shows nothing that is typed.
 * '' if the person gives up; undefined if there is no terminal.
 */
export async function askAtTerminal(lines: readonly string[], prompt: string): Promise<string | undefined> {
  let terminal: number
  try {
    terminal = openSync('/dev/tty', 'r+')
  } catch {
    return undefined // a scheduler, a desktop's launcher, or Windows
  }
  const input = new ReadStream(terminal)
  try {
    return await askUnseen(input, text => writeSync(terminal, text), [...lines, prompt])
  } finally {
    input.destroy()
  }
}

/** Asks with these lines, and shows nothing that is typed at `input`. '' if the person gives up. */
export async function askUnseen(
  input: Keys,
  say: (text: string) => unknown,
  lines: readonly string[],
): Promise<string> {
  // This comes first: otherwise keys typed as soon as the question appears would show.
  input.setRawMode(true)
  try {
    say(`${CLEAR_LINE}${lines.join('\r\n')}`)
    return await readLine(input)
  } finally {
    input.setRawMode(false)
    say('\r\n')
  }
}

function readLine(input: Keys): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let typed: string[] = []
  const leave = () => resolve('')
  let begun = ''
  const hear = (chunk: string) => {
    const text = begun + chunk
    begun = BEGUN.exec(text)?.[0] ?? ''
    // Drops invisible keys: they would make the PIN wrong, and a token allows three wrong ones.
    for (const key of text.slice(0, text.length - begun.length).replaceAll(INVISIBLE, '')) {
      if (ENTER.includes(key)) return resolve(typed.join(''))
      if (LEAVE.includes(key)) return leave()
      if (BACKSPACE.includes(key)) typed.pop()
      else if (key === ANEW) typed = []
      else if (key >= ' ') typed.push(key)
    }
    // A person may press Escape alone, and then type on: what follows it is no character typed with Alt.
    if (begun === ESCAPE) begun = CUT_ESCAPE
  }
  input.setEncoding('utf8')
  input.on('error', reject).on('end', leave).on('data', hear)
  input.resume() // an earlier question has paused it
  return promise.finally(() => {
    // Standard input outlives the question: it may be asked again, and must not keep the process.
    input.pause()
    input.off('error', reject).off('end', leave).off('data', hear)
  })
}
