import { Register } from '../../../shared/domain/registers.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ListInspection } from '../../../shared/protocol/registers/batches.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import { mostOf } from '../../authority/registers/registers.ts'
import { readListInThread } from '../../reading/list/read-list-in-thread.ts'
import { MAX_TEXT } from './batch-row.ts'
import { freshSince } from './freshness.ts'

/** How many rows of a list to show before a batch begins. */
const SAMPLE = 20

/** Reads a list and stages it for a batch; asks no register. */
export async function inspectList(
  { lists }: Pick<Archive, 'lists'>,
  file: { bytes: Uint8Array; fileName: string; column: number | undefined },
): Promise<ListInspection> {
  const { bytes, fileName } = file
  const { rows, names: columns, ...list } = await readListInThread(bytes, fileName, file.column)
  return {
    ...list,
    sha256: await lists.put(bytes, fileName),
    fileName,
    rows: rows.length,
    columns,
    sample: rows.slice(0, SAMPLE).map(({ row, cells, cui, problem }) => {
      return { row, text: (cells[list.column] ?? '').slice(0, MAX_TEXT), cui, problem }
    }),
    requests: Register.options.map(register => ({
      register,
      requests: Math.ceil(list.companies / mostOf(register)),
    })),
  }
}

export type BatchRequest = {
  sha256: string
  column: number | undefined
  registers: readonly Register[]
  day: string | undefined
  refresh: boolean
  async: boolean
}

/**
 * Records a batch, or joins the unfinished batch with the same request. Throws `list-missing` for a list that is not
 * staged.
 */
export async function beginBatch(
  { lists, batches }: Pick<Archive, 'lists' | 'batches'>,
  request: BatchRequest,
  now: number,
): Promise<StoredBatch> {
  const { sha256, day = romaniaDay(now) } = request
  const staged = await lists.get(sha256)
  if (!staged) throw new RecipisaError('list-missing')
  const {
    rows,
    names,
    format: _format,
    hasHead: _hasHead,
    ...list
  } = await readListInThread(staged.bytes, staged.fileName, request.column)
  return batches.begin({
    ...list,
    sha256,
    fileName: staged.fileName,
    registers: Register.options.filter(register => request.registers.includes(register)),
    day,
    freshFrom: request.refresh ? now : freshSince(day, now),
    throughAsync: request.async,
    columns: names,
    rows: rows.length,
    list: rows,
  })
}
