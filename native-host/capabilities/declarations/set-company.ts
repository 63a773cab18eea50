import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDeclaration } from './inspect.ts'

/**
 * Sets the company of a declaration to the one that a person typed. Throws `declaration-company-known` if the PDF or
 * the declaration status page names the company.
 */
export async function setCompany(
  { declarations }: Pick<Archive, 'declarations'>,
  declaration: Declaration,
  cui: string,
  now: number,
): Promise<void> {
  const { id, cui: known, sha256, state, origin, registrationNumber } = declaration
  const isKnownToPage = registrationNumber !== null || origin === 'elsewhere'
  if (isKnownToPage || (state !== 'processing' && state !== 'unknown'))
    throw new RecipisaError('declaration-company-known', { id, cui: known ?? '' })
  const file = sha256 === null ? undefined : await declarations.staged(sha256)
  const cuiInFile = file && (await readDeclaration(file.bytes, file.fileName)).cui
  if (cuiInFile && cuiInFile !== cui) throw new RecipisaError('declaration-company-known', { id, cui: cuiInFile })
  declarations.update(id, { cui, nextCheckAt: now, trouble: null })
}
