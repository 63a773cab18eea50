import { alreadyDeclared } from '../../../shared/errors/already-sent.ts'
import { fromErrorBody, toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration, DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationDraft } from '../../archive/declarations/declarations.ts'
import { readDeclaration } from './inspect.ts'

/** Earlier filings that are told, the latest ones. */
const EARLIER = 5

/** Keeps the exact bytes for a submission to come and says what they are. */
export async function inspectDeclaration(
  { declarations }: Pick<Archive, 'declarations'>,
  bytes: Uint8Array,
  fileName: string,
): Promise<DeclarationInspection> {
  const reading = await readDeclaration(bytes, fileName)
  const sha256 = await declarations.stage(bytes, fileName)
  const earlier = declarations.byContent(sha256).slice(0, EARLIER)
  return { sha256, size: bytes.length, fileName, ...reading, earlier }
}

/**
 * Writes declarations down, all or none, before anything of them is sent; a runner then sends them. Refuses what cannot be
 * sent and what was filed before (`already-declared`, D-03), except files that are to be filed `again`.
 */
export async function beginDeclarations(
  { declarations }: Pick<Archive, 'declarations'>,
  { files }: Params<'declarations.submit'>,
): Promise<Declaration[]> {
  const drafts: DeclarationDraft[] = []
  for (const { sha256, cui, again } of files) {
    if (drafts.some(draft => draft.sha256 === sha256)) continue
    const staged = await declarations.staged(sha256)
    if (!staged) throw new RecipisaError('staged-missing')
    const { bytes, fileName } = staged
    const reading = await readDeclaration(bytes, fileName)
    const [problem] = reading.problems.map(fromErrorBody)
    if (problem) throw problem
    const company = reading.cui ?? cui ?? null
    if (company === null) throw new RecipisaError('declaration-company-unknown', { fileName })
    if (cui !== undefined && cui !== company) {
      throw new RecipisaError('declaration-company-other', { fileName, cui: company, given: cui })
    }
    const { companyName, form, period } = reading
    drafts.push({ again, sha256, size: bytes.length, fileName, cui: company, companyName, form, period })
  }
  const begun = declarations.begin(drafts)
  if ('begun' in begun) return begun.begun
  throw alreadyDeclared(begun.earlier)
}

/** Has a declaration that is still to be sent stay unsent; one that is being sent or was sent is left as it is. */
export function withdrawDeclaration(
  { declarations }: Pick<Archive, 'declarations'>,
  id: number,
  why: RecipisaError,
): void {
  const declaration = declarations.claim(id)
  if (!declaration) return
  try {
    if (declaration.state !== 'sending') return
    declarations.update(id, { state: 'not-sent', trouble: toErrorBody(why) })
  } finally {
    declarations.release(id)
  }
}
