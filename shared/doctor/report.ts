import type { Locale } from '../errors/codes.ts'
import type { CheckState, Examination } from '../protocol/doctor.ts'
import { describeCheck } from './describe-check.ts'

/** Most bytes of a report, less its last line: it has to fit into a message to a helper. */
const MOST_BYTES = 17_000

/** Words for the states, of equal length within each language. */
export const STATE_WORDS: Readonly<Record<Locale, Readonly<Record<CheckState, string>>>> = {
  ro: { fine: 'în regulă', look: 'de văzut', broken: 'defect', none: 'nu e cazul' },
  en: { fine: 'fine', look: 'to look at', broken: 'broken', none: 'not needed' },
}
const NEXT: Readonly<Record<Locale, { first: string; nothing: string }>> = {
  ro: { first: 'De făcut întâi', nothing: 'Nu este nimic de făcut.' },
  en: { first: 'To do first', nothing: 'There is nothing to do.' },
}

/** The whole examination as text, one line per check: a terminal prints it, and people copy it for a helper. */
export function doctorReport({ program, checks, next }: Examination, locale: Locale): string {
  const words = STATE_WORDS[locale]
  const width = Math.max(...Object.values(words).map(word => word.length))
  const lines = checks.map(check => {
    const { what, next } = describeCheck(check, locale)
    const advice = check.state === 'look' || check.state === 'broken' ? next : ''
    return `${words[check.state].padEnd(width)}  ${what} ${advice}`.trimEnd()
  })
  const { first, nothing } = NEXT[locale]
  const sentences = next && describeCheck(next, locale)
  const head = `Recipisa ${program.version}, Node ${program.node}, ${program.system}`
  // The advice first, as in the extension; it may say “it” of what was found.
  const advice = sentences ? [`${first}:`, sentences.next, sentences.what].filter(Boolean).join(' ') : nothing
  return [...bounded([head, '', ...lines]), '', advice].join('\n')
}

/** The leading lines that fit. */
function bounded(lines: readonly string[]): readonly string[] {
  const encoder = new TextEncoder()
  let room = MOST_BYTES
  const end = lines.findIndex(line => {
    room -= encoder.encode(line).length + 1
    return room < 0
  })
  return end === -1 ? lines : lines.slice(0, end)
}
