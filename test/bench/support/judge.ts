import type { Limit, Line } from './row.ts'
import { median, quantile } from './samples.ts'

/** A line with its numbers reduced to those of the table. */
export type Judged = {
  measure: string
  unit: string
  ours: number
  floor: { name: string; value: number } | null
  ratio: number | null
  target: string
  /** The lowest and the highest ratio; of what has no floor, the lowest and the highest number. */
  spread: [number, number]
  met: boolean
  reason?: string
}

export function judge({ measure, unit, ours, floor, limits, reason }: Line): Judged {
  const [mine, theirs] = [median(ours), floor ? median(floor.values) : null]
  const ratios =
    floor && floor.values.length === ours.length ? ours.map((one, at) => one / (floor.values[at] ?? 0)) : []
  const ratio = ratios.length > 0 ? median(ratios) : theirs === null ? null : mine / theirs
  const numbers = {
    ratio: ratio ?? Number.NaN,
    ours: mine,
    p95: quantile(ours, 0.95),
    difference: mine - (theirs ?? 0),
  }
  const spread = ratios.length > 0 ? ratios : ours
  return {
    measure,
    unit,
    ours: mine,
    floor: floor && theirs !== null ? { name: floor.name, value: theirs } : null,
    ratio,
    target: limits.map(limit => written(limit, unit)).join(', '),
    spread: [Math.min(...spread), Math.max(...spread)],
    met: limits.every(limit =>
      'atMost' in limit ? numbers[limit.of] <= limit.atMost : numbers[limit.of] >= limit.atLeast,
    ),
    ...(reason === undefined ? {} : { reason }),
  }
}

function written(limit: Limit, unit: string): string {
  const bound = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  switch (limit.of) {
    case 'ratio':
      return `${bound} ×`
    case 'p95':
      return `p95 ${bound} ${unit}`
    case 'difference':
      return `${bound.replace(' ', ' + ')} ${unit}`
    case 'ours':
      return `${bound} ${unit}`
  }
}
