import { isCalendarDay } from '../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { OwnDays } from './working-days.ts'

/**
 * Reads a person's file of days: each line is a free day (`yyyy-MM-dd`) or, with a leading minus, a working day. `#`
 * begins a comment. Throws `free-days-invalid` with the number of the first invalid line.
 */
export function parseOwnDays(text: string, path: string): OwnDays {
  const [free, working] = [new Set<string>(), new Set<string>()]
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [entry = ''] = line.split('#')
    const [, minus, day = ''] = /^(-?)\s*(\d{4}-\d{2}-\d{2})$/.exec(entry.trim()) ?? []
    if (isCalendarDay(day)) (minus ? working : free).add(day)
    else if (entry.trim() !== '') throw new RecipisaError('free-days-invalid', { path, line: at + 1 })
  }
  return { free, working }
}
