import type { Readable, Writable } from 'node:stream'
import type { Locale } from '../../../shared/errors/codes.ts'
import { visible } from '../../../shared/text/visible.ts'

/** The streams of a command: the process's own, or a test's. */
export type Terminal = {
  stdin: Readable & { isTTY?: boolean | undefined; setRawMode?: (isRaw: boolean) => unknown }
  stdout: Writable & { isTTY?: boolean | undefined }
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined }
  locale: Locale
}

/** Romanian if the environment asks for it, in POSIX's order of the variables; English otherwise. */
export function localeOf(env: NodeJS.ProcessEnv): Locale {
  const language = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^ro\b|^ro_/i.test(language) ? 'ro' : 'en'
}

/** All of standard input as text, without the mark that Windows' shells put first. */
export async function readStdin(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
}

/** Rows below their heads, with aligned columns; `right`: indexes of the number columns. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const all = [heads, ...rows].map(row => row.map(oneLine))
  const widths = heads.map((_, column) => Math.max(...all.map(row => [...(row[column] ?? '')].length)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - [...cell].length)
        return right.includes(column) ? gap + cell : cell + gap
      })
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = all
  return [line(head), widths.map(width => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

/** Names and values, one pair per line. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => [...name].length))
  return pairs.map(([name, value]) => `${name}${' '.repeat(width - [...name].length)}  ${oneLine(value)}`).join('\n')
}

/** Foreign text (the authority's reasons, file names) on its own lines, made unable to control the terminal. */
export function plain(text: string): string {
  // After a lone carriage return the rest of the line would overwrite its beginning.
  return visible(text.replaceAll('\r\n', '\n')).replaceAll('\r', '[U+000D]')
}

/** The same on one line, for tables. */
export function oneLine(text: string): string {
  return visible(text.replace(/[\t\n\r]+/g, ' '))
}

/** A JSON document for programs, with invisible characters as escapes. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
