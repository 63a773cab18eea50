import type { Schedule, ScheduleState } from '../../shared/protocol/schedule.ts'

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]]

/** How one system starts a command by the clock. */
export type SystemScheduler = {
  readonly name: ScheduleState['system']
  /** The files that hold a schedule: path and content. */
  files(schedule: Schedule): ReadonlyMap<string, Uint8Array>
  /** Commands that end an earlier schedule; they may fail, since there may be none. */
  readonly stop: readonly CommandLine[]
  /** Commands that start the files' schedule. */
  readonly start: readonly CommandLine[]
  /** Succeeds if the system runs the schedule. */
  readonly query: CommandLine
}
