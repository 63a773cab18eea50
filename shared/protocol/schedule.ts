import * as v from 'valibot'
import { Nothing } from '../domain/values.ts'

/** Least and most minutes between two scheduled runs: ANAF counts calls by the day. */
export const LEAST_MINUTES = 15
export const MOST_MINUTES = 24 * 60

/**
 * When the host syncs and checks without a browser: every given number of minutes, or once a day at a time in this
 * computer's zone.
 */
export const Schedule = v.union([
  v.strictObject({
    every: v.pipe(v.number(), v.integer(), v.minValue(LEAST_MINUTES), v.maxValue(MOST_MINUTES)),
  }),
  v.strictObject({ daily: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) }),
])
export type Schedule = v.InferOutput<typeof Schedule>

export const ScheduleState = v.object({
  /** This system's scheduler. */
  system: v.picklist(['systemd', 'launchd', 'task-scheduler']),
  /** Null if nothing is scheduled. */
  schedule: v.nullable(Schedule),
  /** Whether the system runs it. */
  isActive: v.boolean(),
  /** Why it does not, in the system's words; null if it does, or if nothing is scheduled. */
  problem: v.nullable(v.string()),
  /** The command for a person to start it, if the host could not. */
  command: v.nullable(v.string()),
})
export type ScheduleState = v.InferOutput<typeof ScheduleState>

export const schedule = {
  'schedule.get': { params: Nothing, result: ScheduleState },
  /** Replaces the schedule; null removes it. */
  'schedule.set': { params: v.strictObject({ schedule: v.nullable(Schedule) }), result: ScheduleState },
}
