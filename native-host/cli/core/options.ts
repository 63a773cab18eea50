import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../../../shared/domain/romania-time.ts'

/** A whole number between both ends. */
export function integer(least: number, most: number): (text: string) => number {
  return text => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return value
  }
}

/** A calendar day as `yyyy-MM-dd`. */
export function day(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a day, yyyy-MM-dd.')
  return text
}

/** A message's own id, or an upload index. */
export function wireId(text: string): string {
  if (!/^\d{1,20}$/.test(text)) throw new InvalidArgumentError('It must be a number from ANAF, digits only.')
  return text
}

/** An option that can be given several times. */
export function repeated(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}
