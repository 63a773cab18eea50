import { listTooLarge } from '../../../shared/domain/file-sizes.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Batch, BatchRow } from '../../../shared/protocol/registers/batches.ts'
import { answersOf } from '../../../shared/protocol/registers/lookup-answers.ts'
import type { Cli, Output } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readFile } from '../core/file-source.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { checkTarget, saveAs } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import type { LookupOptions } from './lookup.ts'
import { LOOKUP_LABELS } from './lookup-labels.ts'
import { companyCells } from './print-lookup.ts'

type TableFormat = 'csv' | 'xlsx'

/** Looks up a list of companies, and prints it row by row or writes it as a table. */
export async function lookUpList(cli: Cli, file: string, options: LookupOptions): Promise<Output> {
  const { output } = options
  const format = output === undefined ? undefined : formatOf(output)
  if (output !== undefined) checkTarget(output)
  const { sha256, column } = await cli.call('batches.inspect', readFile(file, listTooLarge))
  const { batch: begun } = await cli.call('batches.begin', {
    sha256,
    column,
    registers: options.register ?? ['vat'],
    ...(options.date === undefined ? {} : { day: options.date }),
    refresh: options.refresh === true,
    async: options.async === true,
  })
  const batch = await follow(cli, begun.id)
  if (batch.state === 'cancelled') throw new RecipisaError('cancelled')
  if (batch.state === 'failed') throw failureOf(batch)
  // If a register failed for some companies, the others are complete, but the command has not done everything.
  const exitCode = (await hasFailures(cli, batch.id)) ? EXIT.failed : EXIT.done
  const summary = LOOKUP_LABELS[cli.terminal.locale].summary(batch)
  if (output !== undefined && format !== undefined) {
    const { bytes } = await readDocument(cli, { area: 'batches', id: String(batch.id), as: format })
    const path = saveAs(output, bytes)
    return { json: { batch, path, size: bytes.length }, text: [cli.labels.saved(path), summary].join('\n'), exitCode }
  }
  const rows = await rowsOf(cli, batch.id, 'all')
  return { json: { batch, rows }, text: cli.json ? '' : [printRows(rows, cli), summary].join('\n'), exitCode }
}

function formatOf(output: string): TableFormat {
  const ending = /\.(csv|xlsx)$/i.exec(output)?.[1]?.toLowerCase()
  if (ending === 'csv' || ending === 'xlsx') return ending
  throw new UsageProblem('--output ends in .csv or .xlsx')
}

async function follow(cli: Cli, id: number): Promise<Batch> {
  const labels = LOOKUP_LABELS[cli.terminal.locale]
  const bar = progressBar(cli.terminal)
  const progress = ({ batch: { state, requestsDone, requestsTotal, timeLeft } }: { batch: Batch }) => {
    const left =
      state === 'running' && timeLeft !== null ? labels.left(Math.ceil(timeLeft / 60_000)) : labels.states[state]
    bar.show(requestsDone, requestsTotal, left)
  }
  try {
    return (await cli.call('batches.follow', { id }, { progress })).batch
  } finally {
    bar.clear()
  }
}

function failureOf({ error }: Batch): Error {
  const known = error && fromErrorBody(error)
  return known ?? new RecipisaError('unexpected', { problem: error?.message ?? 'no reason was kept', log: '' })
}

async function rowsOf({ call }: Cli, id: number, only: 'all' | 'problems'): Promise<BatchRow[]> {
  return (await readPages(window => call('batches.rows', { id, only, ...window }))).items
}

async function hasFailures(cli: Cli, id: number): Promise<boolean> {
  const rows = await rowsOf(cli, id, 'problems')
  return rows.some(({ lookup }) => lookup !== null && answersOf(lookup).some(({ error }) => error !== null))
}

function printRows(rows: readonly BatchRow[], { terminal: { locale } }: Cli): string {
  const labels = LOOKUP_LABELS[locale]
  const { heads } = labels
  const printed = rows.map(({ row, text, problem, duplicateOf, lookup }) => {
    const shown = lookup && companyCells(lookup, locale)
    const remarks = [
      ...(problem === null ? [] : [labels.problems[problem]]),
      ...(duplicateOf === null ? [] : [labels.duplicateOf(duplicateOf)]),
    ]
    const cells = { ...shown?.cells }
    cells[heads.remarks] = [...remarks, cells[heads.remarks]].filter(Boolean).join('; ')
    return { row: String(row), text, name: shown?.name ?? '', cells }
  })
  // A row without a CUI has only remarks, so the widest row gives the columns.
  const columns = printed
    .map(({ cells }) => Object.keys(cells))
    .reduce((most, one) => (one.length > most.length ? one : most), [])
  const body = printed.map(({ row, text, name, cells }) => [
    row,
    text,
    name,
    ...columns.map(column => cells[column] ?? ''),
  ])
  return table([heads.row, heads.cui, heads.name, ...columns], body, [0])
}
