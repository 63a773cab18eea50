import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Declaration, type DeclarationInspection, MAX_BATCH } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { followDeclarations, isSettled } from '../../capabilities/declarations/follow-declaration.ts'
import { advanceDeclaration } from '../../capabilities/declarations/here.ts'
import { tooLarge } from '../../capabilities/declarations/inspect.ts'
import {
  alreadyDeclared,
  beginDeclarations,
  inspectDeclaration,
  withdrawDeclaration,
} from '../../capabilities/declarations/submit.ts'
import { parseCode } from '../../operations/mailbox/mailbox.ts'
import { ask, canAsk } from '../core/ask.ts'
import type { Cli, Said } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readFile } from '../core/file-source.ts'
import { stoppedBy } from '../core/partial-result.ts'
import { progressBar } from '../core/progress-bar.ts'
import { facts } from '../core/terminal.ts'
import { UsageProblem } from '../session/auth.ts'
import { DECLARATION_WORDS } from './declaration-labels.ts'
import { periodOf, sayDeclarations } from './print-declarations.ts'

/** How long `--wait` stays with what the filing-status page does not list, ms: it lists a filing within a minute. */
const PATIENCE = 10 * 60_000

type Options = { cui?: string; wait?: boolean; again?: boolean; yes?: boolean }

/** Shows what is about to be filed, asks, and files each once in this process; a session is needed before. */
export async function submitAll(cli: Cli, files: string[], options: Options): Promise<Said> {
  const { services, signal } = cli
  if (files.length > MAX_BATCH) throw new UsageProblem(`${files.length} files; a batch has ${MAX_BATCH} at most`)
  const archive = await services.archive()
  const inspections: DeclarationInspection[] = []
  for (const file of files) {
    const { fileName, bytes } = readFile(file)
    const large = tooLarge(bytes, fileName)
    if (large) throw large
    const inspection = await inspectDeclaration(archive, bytes, fileName)
    const [problem] = inspection.problems.map(fromErrorBody)
    if (problem) throw problem
    inspections.push(inspection)
  }
  const again = await agree(cli, inspections, options)
  await (await services.portalSession()).test(signal)

  const cui = options.cui === undefined ? {} : { cui: parseCode(options.cui) }
  const begun = await beginDeclarations(archive, {
    files: inspections.map(({ sha256 }) => ({ sha256, ...cui, again: again.has(sha256) })),
  })
  const ids = begun.map(({ id }) => id)
  try {
    await follow(cli, ids, ({ state }) => state !== 'sending')
    const until = services.now() + PATIENCE
    if (options.wait) await follow(cli, ids, one => isSettled(one) || isHopeless(one, services.now() > until))
  } catch (error) {
    // Who stops a batch wants nothing more of it sent, by no other process either.
    for (const id of signal.aborted ? ids : []) withdrawDeclaration(archive, id, new RecipisaError('cancelled'))
    return stoppedBy(cli, sayDeclarations(cli, rowsOf(archive, ids)), error)
  }
  const said = sayDeclarations(cli, rowsOf(archive, ids))
  const isMissing = options.wait && said.exitCode === EXIT.done && !rowsOf(archive, ids).every(isSettled)
  if (!isMissing) return said
  return { ...said, text: `${said.text}\n${DECLARATION_WORDS[cli.terminal.locale].notListed}`, exitCode: EXIT.unknown }
}

const rowsOf = ({ declarations }: Pick<Archive, 'declarations'>, ids: readonly number[]): Declaration[] =>
  ids.flatMap(id => declarations.get(id) ?? [])

/** Works on them in this process until each is `done`. */
async function follow(cli: Cli, ids: readonly number[], done: (declaration: Declaration) => boolean): Promise<void> {
  const { services, signal, terminal } = cli
  const archive = await services.archive()
  const session = await services.portalSession()
  const words = DECLARATION_WORDS[terminal.locale]
  const bar = progressBar(terminal)
  const revive = async () => {
    for (const { id, state } of rowsOf(archive, ids)) {
      // Nobody signs in here: a scheduler hears of it at once.
      const isOver = state === 'sending' && (await session.status()).state !== 'active'
      if (isOver) withdrawDeclaration(archive, id, new RecipisaError('gateway-session-expired'))
      else await advanceDeclaration(services, id, signal)
    }
  }
  const progress = (all: readonly Declaration[]) => {
    const open = all.find(declaration => !done(declaration))
    if (open) bar.show(all.filter(done).length, all.length, `${open.fileName ?? ''}: ${words.states[open.state]}`)
  }
  try {
    await followDeclarations(archive.declarations, ids, done, { revive, now: services.now, signal, progress })
  } finally {
    bar.clear()
  }
}

/**
 * Whether waiting here is of no use: nobody knows whether it arrived and the page cannot tell, or the page does not list it
 * after a while (`isLate`), as for a CUI that is not the filing's.
 */
function isHopeless({ state, trouble, registrationNumber }: Declaration, isLate: boolean): boolean {
  const reason = trouble?.details.reason
  const isUntold = reason === 'declaration-untraceable' || reason === 'declaration-ambiguous'
  return state === 'unknown' ? isUntold || isLate : state === 'processing' && registrationNumber === null && isLate
}

/** The preview and the question; gives those by their SHA-256 that are to be sent also if they were filed before. */
async function agree(cli: Cli, inspections: readonly DeclarationInspection[], { yes, again = false }: Options) {
  const words = DECLARATION_WORDS[cli.terminal.locale]
  const { stderr } = cli.terminal
  if (new Set(inspections.map(({ sha256 }) => sha256)).size < inspections.length)
    throw new UsageProblem('the same file is given twice')
  if (!yes && !canAsk(cli)) throw new RecipisaError('confirmation-needed')
  const before = inspections.flatMap(({ earlier }) =>
    earlier.filter(({ state }) => state !== 'rejected' && state !== 'not-sent').slice(0, 1),
  )
  const [first] = before
  if (first && !again && (yes || !canAsk(cli))) throw alreadyDeclared(first)
  const all = new Set(again ? inspections.map(({ sha256 }) => sha256) : [])
  if (yes) return all
  for (const inspection of inspections) stderr.write(`${preview(cli, inspection)}\n\n`)
  stderr.write(`${words.noTestEnvironment}\n`)
  for (const { fileName, createdAt, filingNumber, state } of again ? [] : before) {
    const outcome = filingNumber === null ? words.states[state] : `index ${filingNumber}`
    const question = words.askAgain(fileName ?? '', formatQuotedMoment(createdAt), outcome)
    if (!(await ask(cli, question))) throw new RecipisaError('cancelled')
  }
  if (!(await ask(cli, words.ask(inspections.length)))) throw new RecipisaError('cancelled')
  // The word is for the files that were asked about: another may have been filed by another process meanwhile.
  return new Set([...all, ...before.flatMap(({ sha256 }) => sha256 ?? [])])
}

function preview({ words, terminal: { locale } }: Cli, inspection: DeclarationInspection): string {
  const { preview: names, unread, trial } = DECLARATION_WORDS[locale]
  const { fileName, form, cui, companyName, period, isSigned, attachment, isTrial } = inspection
  const lines = facts([
    [names.file, fileName],
    [names.form, form ?? unread],
    [names.company, cui === null ? unread : [companyName, `(${cui})`].filter(Boolean).join(' ')],
    [names.period, period ? periodOf(period) : unread],
    [names.signed, isSigned ? words.yes : words.no],
    [names.attachment, attachment ?? words.no],
  ])
  return isTrial ? `${lines}\n${trial}` : lines
}
