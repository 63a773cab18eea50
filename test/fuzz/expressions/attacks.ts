import { type Atom, type Sequence, takeApart } from './pattern.ts'

/** A text of any length that may slow an expression down: `before`, then `unit` repeated, then `after`. */
export type Attack = { before: string; unit: string; after: string }

export function attackText({ before, unit, after }: Attack, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after
}

/** Characters from which one is chosen for each class: those that classes tell apart. */
const CANDIDATES = [...'a0 A-.,:;"\'<>/=_(){}[]|\\!?&#@+*%$^~`\t\nșİ\u00a0\u0301\u200b€\u0001'] as const
/** The number of characters tried per class. */
const MOST_SAMPLES = 3
/** Most beginnings and most repeated units of one expression. */
const MOST_BEFORE = 12
const MOST_UNITS = 40
/** Most repetitions of a sample for `{n}`. */
const MOST_REPEATED = 20
/** Ends that match next to nothing, so that the whole search fails in the end. */
const AFTER = ['\u0001', '\n!', '']

/** The numbers of beginnings, repeated units and ends tried. */
export type Most = { befores: number; units: number; afters: number }

/** Texts made from the pattern: what it repeats, after what it needs before that, and without the end that it looks for. */
export function attacksOn(source: string, flags: string, most: Most): Attack[] {
  const { befores, units } = partsOf(source, flags)
  return befores
    .slice(0, most.befores)
    .flatMap(before =>
      units.slice(0, most.units).flatMap(unit => AFTER.slice(0, most.afters).map(after => ({ before, unit, after }))),
    )
}

/** The repeated parts of a pattern, and each of their beginnings. */
export const unitsOf = (source: string, flags: string): string[] => partsOf(source, flags).units

function partsOf(source: string, flags: string): { befores: string[]; units: string[] } {
  const befores = new Set([''])
  const units = new Set<string>()
  const walk = (sequence: Sequence, before: string) => {
    let [least, most] = [before, before]
    for (const { atom, least: times } of sequence) {
      const [sample = '', ...others] = samplesOf(atom, flags)
      befores.add(most).add(least)
      for (const one of [sample, ...others]) units.add(one)
      if (atom.kind === 'group') for (const choice of atom.choices) walk(choice, atom.isEmpty ? '' : most)
      least += sample.repeat(Math.min(times, MOST_REPEATED))
      most += sample.repeat(Math.min(Math.max(1, times), MOST_REPEATED))
      units.add(most).add(least)
    }
  }
  for (const sequence of takeApart(source)) walk(sequence, '')
  units.delete('')
  return { befores: [...befores].slice(0, MOST_BEFORE), units: [...units].slice(0, MOST_UNITS) }
}

/** Texts that an atom matches, each differently. */
function samplesOf(atom: Atom, flags: string): string[] {
  if (atom.kind === 'nothing') return []
  if (atom.kind === 'group') return atom.isEmpty ? [] : atom.choices.map(choice => sampleOf(choice, flags))
  const isThis = new RegExp(`^(?:${atom.source})$`, flags.replace(/[gy]/g, ''))
  const literal = /^[^\\[.]$/.test(atom.source)
    ? [atom.source]
    : /^\\[^\w]$/.test(atom.source)
      ? [atom.source.slice(1)]
      : []
  return [...literal, ...CANDIDATES.filter(one => isThis.test(one))].slice(0, literal.length > 0 ? 1 : MOST_SAMPLES)
}

function sampleOf(sequence: Sequence, flags: string): string {
  return sequence
    .map(({ atom, least }) => (samplesOf(atom, flags)[0] ?? '').repeat(Math.min(Math.max(1, least), MOST_REPEATED)))
    .join('')
}
