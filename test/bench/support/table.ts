import type { Judged } from './judge.ts'

const HEAD = ['measure', 'ours', 'floor or peer', 'ratio', 'target', 'spread', '']

/** Three digits that matter, and no more. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toFixed(digits)
}

export function cellsOf({ measure, unit, ours, floor, ratio, target, spread, met }: Judged): string[] {
  return [
    measure,
    `${short(ours)} ${unit}`,
    floor ? `${short(floor.value)} ${unit} (${floor.name})` : '–',
    ratio === null ? '–' : `${short(ratio)} ×`,
    target,
    `${short(spread[0])}–${short(spread[1])}`,
    met ? 'met' : 'missed',
  ]
}

/** The table for a terminal. */
export function plainTable(lines: readonly Judged[]): string {
  const rows = [HEAD, ...lines.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Why lines miss their targets, one sentence after the other; empty if all are met. */
export function reasonsOf(lines: readonly Judged[]): string[] {
  return lines.filter(({ met }) => !met).map(({ measure, reason }) => `${measure}: ${reason ?? 'no reason is known'}`)
}

/** The table for `docs/performance.md`. */
export function markdownTable(lines: readonly Judged[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(HEAD), row(HEAD.map(() => '---')), ...lines.map(line => row(cellsOf(line)))].join('\n')
}
