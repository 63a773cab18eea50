import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import { errorCode, storageFailure } from '../../process/error-code.ts'

type SizeCheck = (bytes: Uint8Array, fileName: string) => RecipisaError | undefined
type FileData = { fileName: string; data: string }

/**
 * A file that the person named; `data` is its bytes as base64, the form that operations take. Throws `argument-invalid`
 * or `name-too-long` when the file cannot be read, and the error of `checkSize`.
 */
export function readFile(path: string, checkSize: SizeCheck = () => undefined): FileData {
  try {
    const [fileName, bytes] = [basename(path).slice(0, 255), readFileSync(path)]
    const tooLarge = checkSize(bytes, fileName)
    if (tooLarge) throw tooLarge
    return { fileName, data: bytes.toString('base64') }
  } catch (cause) {
    if (cause instanceof RecipisaError) throw cause
    if (errorCode(cause) === 'ENAMETOOLONG') throw storageFailure(path, cause)
    const problem = errorCode(cause) === 'ENOENT' ? 'there is no such file' : 'it cannot be read'
    throw new RecipisaError('argument-invalid', { name: 'FILE', value: path, problem }, { cause })
  }
}

/** An archived message by its id, or a file; a file with that name wins. */
export function sourceOf(argument: string): ParamsIn<'invoices.validate'>['source'] {
  if (/^\d{1,20}$/.test(argument) && !statSync(argument, { throwIfNoEntry: false })) return { id: argument }
  const { fileName, data } = readFile(argument)
  return { fileName, data }
}
