import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os'

/** The machine behind the numbers. */
export type ThisMachine = {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  load: number
}

export function thisMachine(): ThisMachine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: type(),
    node: process.version,
    load: loadavg()[0] ?? 0,
  }
}

export const writtenMachine = ({ processor, cores, memoryGb, system, node, load }: ThisMachine): string =>
  `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}; load ${load.toFixed(1)} at the begin`
