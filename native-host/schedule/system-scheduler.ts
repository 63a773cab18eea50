import type { Schedule, ScheduleState } from '../../shared/protocol/schedule.ts'

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]]

/** How one system starts a command by the clock. */
export type SystemScheduler = {
  readonly name: ScheduleState['system']
  /** The files that hold a schedule: path and content. */
  files(schedule: Schedule): ReadonlyMap<string, Uint8Array>
  /** What ends an earlier schedule; it may fail, since there may be none. */
  readonly stop: readonly CommandLine[]
  /** What begins the schedule that the files hold. */
  readonly start: readonly CommandLine[]
  /** Succeeds where the system keeps to the schedule. */
  readonly query: CommandLine
}
