import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import { readDeclarationPdf } from './read-pdf.ts'

/** Largest file that is sent, bytes. The portal names no limit; nobody saw it take more than this. */
const MAX_DECLARATION = 30 * 1024 * 1024

export type Reading = Omit<DeclarationInspection, 'sha256' | 'size' | 'fileName' | 'earlier'>

/** What a PDF says of itself, and what stands against sending it. */
export async function readDeclaration(bytes: Uint8Array, fileName: string): Promise<Reading> {
  const { isPdf, isRead, isSigned, attachment, form, cui, companyName, period } = await readDeclarationPdf(bytes)
  const problems = [tooLarge(bytes, fileName)].filter(problem => problem !== undefined)
  const warnings: RecipisaError[] = []
  if (!isPdf) problems.push(new RecipisaError('declaration-file-invalid', { fileName }))
  else if (!isRead || (!isSigned && !hasEnd(bytes)))
    problems.push(new RecipisaError('declaration-unreadable', { fileName }))
  else if (!isSigned) problems.push(new RecipisaError('declaration-not-signed', { fileName }))
  else if (attachment === null) warnings.push(new RecipisaError('declaration-no-xml', { fileName }))
  return {
    isSigned,
    attachment,
    form,
    cui,
    companyName,
    period,
    isTrial: form === 'D406T',
    problems: problems.map(toErrorBody),
    warnings: warnings.map(toErrorBody),
  }
}

/** Why a file is not even looked at. */
export function tooLarge({ length }: Uint8Array, fileName: string): RecipisaError | undefined {
  if (length <= MAX_DECLARATION) return undefined
  const [size = 0, most = 0] = [length, MAX_DECLARATION].map(bytes => Math.ceil(bytes / 1024 / 1024))
  return new RecipisaError('declaration-too-large', { fileName, size, most })
}

/** Whether the end of a PDF is there: one that was cut short can be read all the same, and its signature is gone. */
function hasEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}
