import { recordPart } from '../../proof/part.ts'

let tried = 0
let broken = 0
const startedAt = performance.now()

/** Counts cases of full disks and of torn databases together: they are one promise. */
export function countDisks(cases: number, brokenCases: number): void {
  tried += cases
  broken += brokenCases
  recordPart({
    part: 'disks',
    promise: 'a full disk or a torn database loses no archived document',
    ids: ['H-13'],
    unit: 'cases',
    tried,
    broken,
    seconds: (performance.now() - startedAt) / 1000,
  })
}
