import { declarationTooLarge } from '../../../shared/domain/file-sizes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import { readDeclarationPdf } from './read-pdf.ts'

export type Reading = Omit<DeclarationInspection, 'sha256' | 'size' | 'fileName' | 'earlier'>

/** Reads a PDF's declaration, and the problems that prevent its submission. */
export async function readDeclaration(bytes: Uint8Array, fileName: string): Promise<Reading> {
  const { isPdf, isRead, isSigned, attachment, form, cui, companyName, period } = await readDeclarationPdf(bytes)
  const problems = [declarationTooLarge(bytes, fileName)].filter(problem => problem !== undefined)
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

/** Whether a PDF has its end. A cut one may still be readable, but its signature is gone. */
function hasEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}
