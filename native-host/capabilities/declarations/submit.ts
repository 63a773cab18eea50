import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { alreadyDeclared } from '../../../shared/filings/already-sent.ts'
import type { Declaration, DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { DeclarationDraft } from '../../archive/declarations/declarations.ts'
import { readDeclaration } from './inspect.ts'

/** How many earlier submissions of the same bytes to show, the latest first. */
const MAX_EARLIER = 5

/** Stages the exact bytes for a submission and describes them. */
export async function inspectDeclaration(
  { declarations }: Pick<Archive, 'declarations'>,
  bytes: Uint8Array,
  fileName: string,
): Promise<DeclarationInspection> {
  const reading = await readDeclaration(bytes, fileName)
  const sha256 = await declarations.stage(bytes, fileName)
  const earlier = declarations.byContent(sha256).slice(0, MAX_EARLIER)
  return { sha256, size: bytes.length, fileName, ...reading, earlier }
}

/**
 * Records declarations, all or none, before any is sent. Throws the problem of a file that cannot be submitted, and
 * `already-declared` for bytes that were submitted before (D-03), unless the file is submitted `again`.
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

/** Marks a declaration that no process has begun to send as `not-sent`; any other stays as it is. */
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
