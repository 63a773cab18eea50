import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The desktop's own PIN window, part of GnuPG. */
const PINENTRY = 'pinentry'

/**
 * Asks in a window, by the Assuan protocol over pipes. '' if the person closes it or enters nothing; undefined if there
 * is no such program or no screen.
 */
export async function askInWindow(lines: readonly string[], prompt: string): Promise<string | undefined> {
  const child = spawn(PINENTRY, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined) // it has ended; the missing answer shows that
  const started = await once(child, 'spawn').then(
    () => true,
    () => false,
  )
  if (!started) return undefined
  const description = escaped(lines.join('\n'))
  child.stdin.write(`SETTITLE Recipisa\nSETDESC ${description}\nSETPROMPT ${escaped(prompt.trim())}\nGETPIN\n`)
  /** The answers to the greeting and three settings come before the PIN. */
  let answers = -4
  let pin: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('D ')) pin = decodeURIComponent(line.slice(2))
    if (!/^(OK|ERR)\b/.test(line)) continue
    if (line.startsWith('ERR') && /cancel/i.test(line)) pin = ''
    if (++answers <= 0) continue
    if (line.startsWith('OK')) pin ??= '' // confirmed without a PIN
    break
  }
  child.stdin.end('BYE\n')
  return pin
}

/** Assuan's escapes: percent signs and line ends. */
const escaped = (text: string): string => text.replace(/[%\r\n]/g, found => encodeURIComponent(found))
