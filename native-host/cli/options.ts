import { InvalidArgumentError } from 'commander'

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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(`${text}T00:00:00Z`)))
    throw new InvalidArgumentError('It must be a day, yyyy-MM-dd.')
  return text
}

/** An option that can be given several times. */
export function repeated(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}
