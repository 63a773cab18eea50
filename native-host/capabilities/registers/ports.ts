import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { Registers } from '../../authority/registers/registers.ts'
import type { Clock } from '../../limits/clock.ts'

/** What lookups work with. */
export type LookupPorts = {
  archive: Pick<Archive, 'lookups'>
  registers: Registers
  clock: Clock
  /** Makes any failure one that can be shown. */
  explain: (error: unknown) => RecipisaError
}

export type Watch<P> = { signal: AbortSignal; progress: (value: P) => void }
