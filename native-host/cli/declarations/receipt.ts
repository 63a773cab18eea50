import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { findRow } from '../../../shared/protocol/declarations.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Cli, Output } from '../core/command.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { saveAs, saveNew } from '../terminal/save.ts'

type Options = { cui?: string; output?: string }

/** Writes a receipt to a file or to standard output; downloads it first if the archive lacks a whole copy. */
export async function receipt(cli: Cli, uploadIndex: string, { cui, output }: Options): Promise<Output> {
  const document = { area: 'receipts', id: uploadIndex, as: 'receipt' } as const
  if (!(await isKept(cli, document))) await download(cli, uploadIndex, cui)
  const { bytes, fileName } = await readDocument(cli, document)
  if (output === '-') return { bytes }
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { file: path }, text: cli.labels.saved(path) }
}

async function isKept({ call }: Cli, document: { area: 'receipts'; id: string; as: 'receipt' }): Promise<boolean> {
  try {
    await call('documents.describe', { document })
    return true
  } catch (error) {
    const reasons = ['receipt-missing', 'document-damaged']
    if (error instanceof RecipisaError && reasons.includes(error.reason)) return false
    throw error
  }
}

/** The page hands out a receipt by its index alone, so the owner of the declaration is checked first. */
async function download({ call }: Cli, uploadIndex: string, given: string | undefined): Promise<void> {
  const followed = await readPages(window => call('declarations.list', window))
  const known = followed.items.find(({ filingNumber, isCounter }) => filingNumber === uploadIndex && !isCounter)
  const cui = given === undefined ? known?.cui : parseCode(given)
  if (!cui) throw new RecipisaError('usage', { problem: 'the declaration is not followed: give --cui' })
  const { rows } = await call('declarations.status', { filingNumber: uploadIndex, cui })
  const row = findRow(rows, uploadIndex)
  if (!row && known?.cui === cui) throw new RecipisaError('receipt-unavailable', { index: uploadIndex })
  if (!row) throw new RecipisaError('declaration-not-found', { number: uploadIndex, cui })
  const filedOn = row.registeredOn ?? row.uploadedOn
  const wanted = { uploadIndex, form: row.form, filedOn, hasReceipt: row.hasReceipt }
  const [answer] = (await call('declarations.receipts', { cui, rows: [wanted] })).receipts
  if (answer?.error)
    throw fromErrorBody(answer.error) ?? new RecipisaError('unexpected', { problem: answer.error.message, log: '' })
  if (answer?.state === 'unavailable') throw new RecipisaError('receipt-unavailable', { index: uploadIndex })
}
