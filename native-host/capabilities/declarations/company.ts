import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDeclaration } from './inspect.ts'

/**
 * Names the company of a filing, or corrects it: where neither its PDF nor the filing-status page says whose it is, somebody
 * has typed it. Throws `declaration-company-known` where one of them does.
 */
export async function setCompany(
  { declarations }: Pick<Archive, 'declarations'>,
  declaration: Declaration,
  cui: string,
  now: number,
): Promise<void> {
  const { id, cui: known, sha256, state, origin, registrationNumber } = declaration
  const isOfPage = registrationNumber !== null || origin === 'elsewhere'
  if (isOfPage || (state !== 'processing' && state !== 'unknown'))
    throw new RecipisaError('declaration-company-known', { id, cui: known ?? '' })
  const file = sha256 === null ? undefined : await declarations.staged(sha256)
  const said = file && (await readDeclaration(file.bytes, file.fileName)).cui
  if (said && said !== cui) throw new RecipisaError('declaration-company-known', { id, cui: said })
  declarations.update(id, { cui, nextCheckAt: now, trouble: null })
}
