import { declarationTooLarge } from '../../../shared/domain/file-sizes.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { isDeclarationSettled } from '../../../shared/filings/settled.ts'
import { type Declaration, type DeclarationInspection, MAX_BATCH } from '../../../shared/protocol/declarations.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Cli, Output } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readFile } from '../core/file-source.ts'
import { partialOutput } from '../core/partial-output.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { allowAlone } from '../office/file-alone.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { confirmDeclarations } from './confirm-declarations.ts'
import { DECLARATION_LABELS } from './declaration-labels.ts'
import { printDeclarations } from './print-declarations.ts'

/** How long `--wait` stays with a declaration that the status page does not list, ms: it lists one within a minute. */
const PATIENCE = 10 * 60_000

type Options = { cui?: string; wait?: boolean; again?: boolean; fileAlone?: boolean; yes?: boolean }

/** Shows the files to submit, asks, submits each file once, and with `--wait` waits for the outcomes. */
export async function submitAll(cli: Cli, files: string[], options: Options): Promise<Output> {
  if (files.length > MAX_BATCH) throw new UsageProblem(`${files.length} files; a batch has ${MAX_BATCH} at most`)
  const inspections: DeclarationInspection[] = []
  for (const file of files) inspections.push(await inspect(cli, file))
  const again = await confirmDeclarations(cli, inspections, options)

  const cui = options.cui === undefined ? {} : { cui: parseCode(options.cui) }
  if (options.fileAlone)
    await allowAlone(
      cli,
      inspections.map(({ sha256 }) => sha256),
    )
  const { declarations: begun } = await cli.call('declarations.submit', {
    files: inspections.map(({ sha256 }) => ({ sha256, ...cui, again: again.get(sha256) ?? false })),
  })
  const ids = begun.map(({ id }) => id)
  let declarations: Declaration[]
  try {
    declarations = await follow(cli, ids, ({ state }) => state !== 'sending')
    const giveUpAt = Date.now() + PATIENCE
    const isOver = (one: Declaration) => isDeclarationSettled(one) || isHopeless(one, Date.now() > giveUpAt)
    if (options.wait) declarations = await follow(cli, ids, isOver)
  } catch (error) {
    return partialOutput(cli, printDeclarations(cli, await rowsOf(cli, ids)), error)
  }
  const printed = printDeclarations(cli, declarations)
  const isMissing = options.wait && printed.exitCode === EXIT.done && !declarations.every(isDeclarationSettled)
  if (!isMissing) return printed
  const { notListed } = DECLARATION_LABELS[cli.terminal.locale]
  return { ...printed, text: `${printed.text}\n${notListed}`, exitCode: EXIT.unknown }
}

/** Throws the first problem that prevents the file's submission. */
async function inspect(cli: Cli, file: string): Promise<DeclarationInspection> {
  const inspection = await cli.call('declarations.inspect', readFile(file, declarationTooLarge))
  const [problem] = inspection.problems.map(fromErrorBody)
  if (problem) throw problem
  return inspection
}

async function rowsOf({ call }: Cli, ids: readonly number[]): Promise<Declaration[]> {
  return Promise.all(ids.map(async id => (await call('declarations.get', { id })).declaration))
}

/** Follows declarations under a progress bar until each one `isOver`. */
async function follow(cli: Cli, ids: number[], isOver: (declaration: Declaration) => boolean): Promise<Declaration[]> {
  const labels = DECLARATION_LABELS[cli.terminal.locale]
  const bar = progressBar(cli.terminal)
  const progress = ({ declarations: all }: { declarations: Declaration[] }) => {
    const open = all.find(declaration => !isOver(declaration))
    if (open) bar.show(all.filter(isOver).length, all.length, `${open.fileName ?? ''}: ${labels.states[open.state]}`)
  }
  const isEnough = ({ declarations: all }: { declarations: Declaration[] }) => all.every(isOver)
  try {
    return (await cli.call('declarations.follow', { ids }, { progress, isEnough })).declarations
  } finally {
    bar.clear()
  }
}

/**
 * Whether a longer wait is pointless: the page cannot tell whether the declaration arrived, or does not list it for a
 * while (`isLate`), as for a wrong CUI.
 */
function isHopeless({ state, trouble, registrationNumber }: Declaration, isLate: boolean): boolean {
  const reason = trouble?.details.reason
  const isUntraceable = reason === 'declaration-untraceable' || reason === 'declaration-ambiguous'
  return state === 'unknown' ? isUntraceable || isLate : state === 'processing' && registrationNumber === null && isLate
}
