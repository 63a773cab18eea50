import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'

/** A file of the person's; one that cannot be read is a wrong argument. */
export function readFile(path: string): { fileName: string; bytes: Buffer } {
  try {
    return { fileName: basename(path).slice(0, 255), bytes: readFileSync(path) }
  } catch (cause) {
    const problem = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'
    throw new RecipisaError('argument-invalid', { name: 'FILE', value: path, problem }, { cause })
  }
}

/** An archived message by its id, or a file; a file of that name wins. */
export function sourceOf(argument: string): ParamsIn<'invoices.validate'>['source'] {
  if (/^\d{1,20}$/.test(argument) && !statSync(argument, { throwIfNoEntry: false })) return { id: argument }
  const { fileName, bytes } = readFile(argument)
  return { fileName, data: bytes.toString('base64') }
}
