import { fromErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { type DeclarationInspection, MAX_BATCH } from '../../shared/protocol/declarations.ts'
import { formatQuotedMoment } from '../../shared/romania-time.ts'
import { followDeclarations, isSettled } from '../declarations/follow.ts'
import { advanceDeclaration } from '../declarations/here.ts'
import { alreadyDeclared, beginDeclarations } from '../declarations/submit.ts'
import { parseCode } from '../operations/mailbox.ts'
import { ask, canAsk } from './ask.ts'
import { UsageProblem } from './auth.ts'
import type { Cli, Said } from './command.ts'
import { DECLARATION_WORDS } from './declaration-words.ts'
import { readFile } from './file-source.ts'
import { periodOf, sayDeclarations } from './say-declarations.ts'
import { facts } from './terminal.ts'

type Options = { cui?: string; wait?: boolean; again?: boolean; yes?: boolean }

/** Shows what is about to be filed, asks, and files each once in this process; a session is needed before. */
export async function submitAll(cli: Cli, files: string[], options: Options): Promise<Said> {
  const { services, signal } = cli
  if (files.length > MAX_BATCH) throw new UsageProblem(`${files.length} files; a batch has ${MAX_BATCH} at most`)
  const inspections: DeclarationInspection[] = []
  for (const file of files) {
    const { fileName, bytes } = readFile(file)
    const inspection = await cli.call('declarations.inspect', { fileName, data: bytes.toString('base64') })
    const [problem] = inspection.problems.map(fromErrorBody)
    if (problem) throw problem
    inspections.push(inspection)
  }
  const again = await agree(cli, inspections, options)
  await (await services.portalSession()).test(signal)

  const archive = await services.archive()
  const cui = options.cui === undefined ? {} : { cui: parseCode(options.cui) }
  const begun = await beginDeclarations(archive, {
    files: inspections.map(({ sha256 }) => ({ sha256, ...cui, again: again.has(sha256) })),
  })
  const ids = begun.map(({ id }) => id)
  const isSent = ({ state }: { state: string }) => state !== 'sending'
  for (const done of [isSent, ...(options.wait ? [isSettled] : [])]) {
    const revive = async () => {
      for (const id of ids) await advanceDeclaration(services, id, signal)
    }
    const watch = { revive, now: services.now, signal, progress: () => undefined }
    await followDeclarations(archive.declarations, ids, done, watch)
  }
  return sayDeclarations(
    cli,
    ids.flatMap(id => archive.declarations.get(id) ?? []),
  )
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
