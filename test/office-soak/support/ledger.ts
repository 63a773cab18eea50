type Kept = { promise: string; count: number; unit: string; broken: readonly string[] }
type Measured = { what: string; value: string; target: string; isMissed: boolean }

/** The counts and measurements of a long run. */
export type Ledger = {
  /** `broken`: a sentence for each time that it did not hold. */
  promise(promise: string, count: number, unit: string, broken: readonly string[]): void
  /** A time, s, with the most that it may be; `most` is null for one that is only told. */
  time(what: string, seconds: number, most: number | null): void
  /** Something measured in words. */
  told(what: string, value: string): void
  /** The lines since the last call: a long run reports before its end. */
  news(): string[]
  /** Everything as two tables. */
  print(): string
  /** Every broken promise and missed time in a sentence. */
  problems(): string[]
}

export function createLedger(): Ledger {
  const kept: Kept[] = []
  const measured: Measured[] = []
  const news: string[] = []
  return {
    news: () => news.splice(0),
    promise(promise, count, unit, broken) {
      kept.push({ promise, count, unit, broken })
      news.push(`${promise}: ${grouped(count)} ${unit}, ${broken.length} broken`, ...broken.slice(0, 5))
    },
    time(what, seconds, most) {
      const isMissed = most !== null && seconds > most
      measured.push({ what, value: inSeconds(seconds), target: most === null ? '' : `< ${most} s`, isMissed })
      news.push(`${what}: ${inSeconds(seconds)}`)
    },
    told(what, value) {
      measured.push({ what, value, target: '', isMissed: false })
      news.push(`${what}: ${value}`)
    },
    print: () =>
      [
        tableOf(
          ['promise', 'count', 'broken'],
          kept.map(({ promise, count, unit, broken }) => [promise, `${grouped(count)} ${unit}`, `${broken.length}`]),
        ),
        tableOf(
          ['time', 'measured', 'target'],
          measured.map(({ what, value, target, isMissed }) => [what, value, isMissed ? `${target}: missed` : target]),
        ),
      ].join('\n\n'),
    problems: () => [
      ...kept.flatMap(({ promise, count, broken }) => [
        ...(count === 0 ? [`${promise}: nothing was tried`] : []),
        ...broken.slice(0, 20).map(one => `${promise}: ${one}`),
      ]),
      ...measured
        .filter(({ isMissed }) => isMissed)
        .map(({ what, value, target }) => `${what}: ${value}, not ${target}`),
    ],
  }
}

export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ' ')

const inSeconds = (seconds: number) => `${seconds < 10 ? seconds.toFixed(2) : Math.round(seconds)} s`

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}
