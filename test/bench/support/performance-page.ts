import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Judged } from './judge.ts'
import { drawPicture } from './picture.ts'
import type { Curve } from './row.ts'
import { markdownTable, reasonsOf } from './table.ts'
import { type ThisMachine, writtenMachine } from './this-machine.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const PAGE = new URL('performance.md', DOCS)
const PICTURES = new URL('pictures/performance/', DOCS)

/** The command writes the part of the page between these two lines. */
const [BEGIN, END] = ['<!-- measured: begin -->', '<!-- measured: end -->']

type Results = { machine: ThisMachine; minutes: number; lines: readonly Judged[]; curves: readonly Curve[] }

/** Puts the table into `docs/performance.md`, and its pictures beside it. The page's own words stay. */
export function writePerformance({ machine, minutes, lines, curves }: Results): void {
  mkdirSync(fileURLToPath(PICTURES), { recursive: true })
  const pictures = [...Map.groupBy(curves, ({ picture }) => picture)].map(([picture, own]) => {
    writeFileSync(new URL(`${picture}.svg`, PICTURES), drawPicture(picture, own))
    return `![${picture}](pictures/performance/${picture}.svg)`
  })
  const reasons = reasonsOf(lines)
  const measured = [
    BEGIN,
    `Measured on ${writtenMachine(machine)}; ${minutes.toFixed(1)} minutes.`,
    markdownTable(lines),
    ...(reasons.length > 0 ? [`Missed, and why:\n\n${reasons.map(reason => `- ${reason}`).join('\n')}`] : []),
    ...pictures,
    END,
  ].join('\n\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < 0) throw new Error('docs/performance.md has no place for what was measured')
  writeFileSync(PAGE, page.slice(0, before) + measured + page.slice(after + END.length))
}
