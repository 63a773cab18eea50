import { REGISTER_FIELDS, REGISTER_NAMES } from '../../domain/register-names.ts'
import type { CompanyLookup, RegisterAnswer } from './lookups.ts'

/** The answers of the queried registers, in the order of the table. */
export function answersOf(lookup: CompanyLookup): RegisterAnswer[] {
  return REGISTER_NAMES.map(register => lookup[REGISTER_FIELDS[register]]).filter(answer => answer !== null)
}

/** The company's name from any register that has it; else empty. */
export function companyName(lookup: CompanyLookup): string {
  return (
    answersOf(lookup)
      .map(({ record }) => record?.name ?? '')
      .find(name => name !== '') ?? ''
  )
}
