import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Batch, BatchRow } from '../../../shared/protocol/batches.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { KeptBatch } from '../../archive/registers/register-archive.ts'
import { joinRow } from '../../capabilities/registers/batch-row.ts'
import { beginBatch, inspectList } from '../../capabilities/registers/begin-batch.ts'
import { exportBatch, type TableFormat } from '../../capabilities/registers/export-batch.ts'
import { lookUpListHere } from '../../jobs/here.ts'
import { toBatch } from '../../operations/registers/batches.ts'
import type { Cli, Said } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readFile } from '../core/file-source.ts'
import { progressBar } from '../core/progress-bar.ts'
import { checkTarget, saveAs } from '../core/save.ts'
import { table } from '../core/terminal.ts'
import { UsageProblem } from '../session/auth.ts'
import type { LookupOptions } from './lookup.ts'
import { LOOKUP_WORDS } from './lookup-labels.ts'
import { companyCells } from './print-lookup.ts'

/** Rows that are read at once. */
const PAGE = 500

/** Looks up a list of companies in this process, and says it row by row, or writes it as a table. */
export async function lookUpList(cli: Cli, file: string, options: LookupOptions): Promise<Said> {
  const { output } = options
  const format = output === undefined ? undefined : formatOf(output)
  if (output !== undefined) checkTarget(output)
  const archive = await cli.services.archive()
  const { publicRequestsPerMinute } = await cli.services.profile()
  const { sha256, column } = await inspectList(archive, { ...readFile(file), column: undefined })
  const begun = await beginBatch(
    archive,
    {
      sha256,
      column,
      registers: options.register ?? ['vat'],
      day: options.date,
      refresh: options.refresh === true,
      async: options.async === true,
    },
    cli.services.now(),
  )
  const batch = toBatch(await work(cli, begun.id, publicRequestsPerMinute), publicRequestsPerMinute)
  if (batch.state === 'cancelled') throw new RecipisaError('cancelled')
  if (batch.state === 'failed') throw failureOf(batch)
  // Some could not be asked: the rest is there, and the command has not done all that it was to do.
  const exitCode = archive.batches.failures(batch.id) > 0 ? EXIT.failed : EXIT.done
  const summary = LOOKUP_WORDS[cli.terminal.locale].summary(batch)
  if (output !== undefined && format !== undefined) {
    const { bytes } = await exportBatch(archive, batch.id, format)
    const path = saveAs(output, bytes)
    return { json: { batch, path, size: bytes.length }, text: [cli.words.saved(path), summary].join('\n'), exitCode }
  }
  const rows = [...rowsOf(archive, begun.id)]
  return { json: { batch, rows }, text: cli.json ? '' : [sayRows(rows, cli), summary].join('\n'), exitCode }
}

function formatOf(output: string): TableFormat {
  const ending = /\.(csv|xlsx)$/i.exec(output)?.[1]?.toLowerCase()
  if (ending === 'csv' || ending === 'xlsx') return ending
  throw new UsageProblem('--output ends in .csv or .xlsx')
}

async function work(cli: Cli, id: number, requestsPerMinute: number): Promise<KeptBatch> {
  const words = LOOKUP_WORDS[cli.terminal.locale]
  const bar = progressBar(cli.terminal)
  const progress = (kept: KeptBatch) => {
    const { state, requestsDone, requestsTotal, timeLeft } = toBatch(kept, requestsPerMinute)
    const left =
      state === 'running' && timeLeft !== null ? words.left(Math.ceil(timeLeft / 60_000)) : words.states[state]
    bar.show(requestsDone, requestsTotal, left)
  }
  try {
    return await lookUpListHere(cli.services, id, { signal: cli.signal, progress })
  } finally {
    bar.clear()
  }
}

function failureOf({ error }: Batch): Error {
  const known = error && fromErrorBody(error)
  return known ?? new RecipisaError('unexpected', { problem: error?.message ?? 'no reason was kept', log: '' })
}

function* rowsOf(archive: Pick<Archive, 'lookups' | 'batches'>, id: number): Generator<BatchRow> {
  const batch = archive.batches.get(id)
  for (let offset = 0; batch && offset < batch.rows; offset += PAGE) {
    const { items } = archive.batches.rows(id, { offset, limit: PAGE, only: 'all' })
    for (const row of items) yield joinRow(archive, batch, row)
  }
}

function sayRows(rows: readonly BatchRow[], { terminal: { locale } }: Cli): string {
  const words = LOOKUP_WORDS[locale]
  const { heads } = words
  const said = rows.map(({ row, text, problem, duplicateOf, lookup }) => {
    const shown = lookup && companyCells(lookup, locale)
    const remarks = [
      ...(problem === null ? [] : [words.problems[problem]]),
      ...(duplicateOf === null ? [] : [words.duplicateOf(duplicateOf)]),
    ]
    const cells = { ...shown?.cells }
    cells[heads.remarks] = [...remarks, cells[heads.remarks]].filter(Boolean).join('; ')
    return { row: String(row), text, name: shown?.name ?? '', cells }
  })
  // A row without a CUI has remarks only: the columns are those of the widest.
  const columns = said
    .map(({ cells }) => Object.keys(cells))
    .reduce((most, one) => (one.length > most.length ? one : most), [])
  const body = said.map(({ row, text, name, cells }) => [
    row,
    text,
    name,
    ...columns.map(column => cells[column] ?? ''),
  ])
  return table([heads.row, heads.cui, heads.name, ...columns], body, [0])
}
