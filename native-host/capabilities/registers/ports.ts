import type { Archive } from '../../archive/core/archive.ts'
import type { Registers } from '../../authority/registers/registers.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'
import type { Clock } from '../../limits/clock.ts'

/** The ports for lookups. */
export type LookupPorts = Pick<HostPorts, 'explain'> & {
  archive: Pick<Archive, 'lookups'>
  registers: Registers
  clock: Clock
}

export type Watch<P> = { signal: AbortSignal; progress: (value: P) => void }
