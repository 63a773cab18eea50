import { t } from './locale.ts'

/** Name of the company or person that something belongs to; the CUI or CNP where no name is known. */
export function ownerName({ companyName, cui }: { companyName: string | null; cui: string }): string {
  return companyName ?? t(isPerson(cui) ? 'company-no-name-person' : 'company-no-name', { cui })
}

/** Whether a number is a person's: a CNP has 13 digits, a CUI at most 10. */
export const isPerson = (cui: string): boolean => cui.length === 13
