import { type Command, Option } from 'commander'
import { Register } from '../../../shared/domain/registers.ts'
import { answersOf } from '../../../shared/protocol/registers/lookup-answers.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import { parseCui } from '../../operations/core/parse-cui.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT, exitCodeOf } from '../core/exit-codes.ts'
import { day, integer } from '../core/options.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { LOOKUP_LABELS } from './lookup-labels.ts'
import { lookUpList } from './lookup-list.ts'
import { companyCells, printCompany } from './print-lookup.ts'

export type LookupOptions = {
  register?: Register[]
  date?: string
  async?: boolean
  refresh?: boolean
  file?: string
  output?: string
}

/** Most companies in one call. */
const MAX_AT_ONCE = 100

export function addLookup(companies: Command, act: Act): void {
  companies
    .command('lookup')
    .argument('[cuis...]', 'as people write them, with or without RO')
    .addOption(
      new Option('--register <register>', 'register to ask (can be given again); by default vat')
        .choices(Register.options)
        .argParser((value: string, before: Register[] | undefined) => {
          const register = Register.options.find(option => option === value)
          if (!register) throw new UsageProblem(`--register is one of ${Register.options.join(', ')}`)
          return [...(before ?? []), register]
        }),
    )
    .option('--date <day>', 'as of this day, yyyy-MM-dd; by default today in Romania', day)
    .option('--async', 'use the asynchronous service; only for the vat register')
    .option('--refresh', 'ask again even for stored answers')
    .option('--file <list>', 'a list of CUIs: text, CSV or XLSX')
    .option('--output <file>', 'with --file: write a table here, .csv or .xlsx')
    .description('look companies up in the public registers; no sign-in is needed')
    .action(
      act((cli, cuis: string[], options: LookupOptions) => {
        const { file, output, async, register } = options
        if ((file === undefined) === (cuis.length === 0)) throw new UsageProblem('give either CUIs or --file')
        if (output !== undefined && file === undefined) throw new UsageProblem('--output goes with --file')
        if (async && register && !register.includes('vat')) throw new UsageProblem('--async goes with --register vat')
        return file === undefined ? lookUpCuis(cli, cuis, options) : lookUpList(cli, file, options)
      }),
    )
  companies
    .command('statements')
    .argument('<cui>', 'as people write it, with or without RO')
    .argument('<year>', 'year of the statement', integer(1990, 2100))
    .option('--refresh', 'ask again even for stored answers')
    .description("a company's public financial statement; no sign-in is needed")
    .action(act(statement))
}

async function lookUpCuis(cli: Cli, cuis: string[], options: LookupOptions): Promise<Output> {
  const { locale } = cli.terminal
  const { register: registers, date, refresh, async } = options
  const found: CompanyLookup[] = []
  // All arguments are parsed before the first call, so that a wrong CUI does not cost the other answers.
  const companies = [...new Set(cuis.map(parseCui))]
  for (let at = 0; at < companies.length; at += MAX_AT_ONCE) {
    const params = {
      cuis: companies.slice(at, at + MAX_AT_ONCE),
      ...(registers ? { registers } : {}),
      ...(date ? { day: date } : {}),
    }
    found.push(
      ...(await cli.call('lookups.get', { ...params, refresh: refresh === true, async: async === true })).companies,
    )
  }
  const [only] = found
  const text = only && found.length === 1 ? printCompany(only, locale) : printCompanies(found, locale)
  return { json: { companies: found }, text, exitCode: exitCodeFor(found) }
}

function printCompanies(companies: readonly CompanyLookup[], locale: Cli['terminal']['locale']): string {
  const { heads } = LOOKUP_LABELS[locale]
  const rows = companies.map(company => {
    const { name, cells } = companyCells(company, locale)
    return { heads: Object.keys(cells), row: [company.cui, name, ...Object.values(cells)] }
  })
  return table(
    [heads.cui, heads.name, ...(rows[0]?.heads ?? [])],
    rows.map(({ row }) => row),
  )
}

/** A company's absence from a register is an answer; an unreachable register is a failure. */
function exitCodeFor(companies: readonly CompanyLookup[]): number {
  const errors = companies.flatMap(answersOf).flatMap(({ error }) => (error ? [exitCodeOf(error.code)] : []))
  const [first = EXIT.done] = errors
  return errors.every(code => code === first) ? first : EXIT.failed
}

async function statement(cli: Cli, cui: string, year: number, { refresh }: { refresh?: boolean }): Promise<Output> {
  const { locale } = cli.terminal
  const labels = LOOKUP_LABELS[locale]
  const { statements } = await cli.call('lookups.statements', { cui, years: [year], refresh: refresh === true })
  const [json] = statements
  if (!json) throw new Error('a year that was asked for has no answer')
  const exitCode = json.error ? exitCodeOf(json.error.code) : EXIT.done
  const problem = json.error ? [`${labels.heads.problem}: ${errorSentences(json.error, locale)}`] : []
  const older = json.isStale ? ` (${labels.stale})` : ''
  const answered =
    json.answeredAt === null ? [] : [`${labels.heads.answered}: ${moment(json.answeredAt, locale)}${older}`]
  if (!json.record) {
    const answer = json.state === 'failed' ? labels.failed : labels.noStatement(cui, year)
    return { json, text: [answer, ...answered, ...problem].join('\n'), exitCode }
  }
  const rows = json.record.indicators.map(({ id, label, value }) => [
    id,
    label,
    value === null ? '–' : new Intl.NumberFormat(locale).format(value),
  ])
  const { indicator, label, value } = labels.statement
  const head = `${json.record.name}, ${year}`
  const text = [head, table([indicator, label, value], rows, [2]), ...answered, ...problem].join('\n')
  return { json, text, exitCode }
}
