import { type Command, Option } from 'commander'
import { BookState } from '../../../shared/domain/books.ts'
import { MessageKind } from '../../../shared/domain/invoices.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import { day, wireId } from '../core/options.ts'
import { UsageProblem } from '../core/usage-problem.ts'

export type FilterOptions = Pick<
  ParamsIn<'invoices.list'>,
  'cui' | 'direction' | 'kind' | 'since' | 'until' | 'issuedSince' | 'issuedUntil' | 'search' | 'book'
>

/** The conditions of `invoices list`, which `mark` and both exports also take. */
export function addFilterOptions(command: Command): Command {
  return command
    .option('--cui <cui>', 'only this company')
    .addOption(new Option('--direction <direction>').choices(['sent', 'received']))
    .addOption(new Option('--kind <kind>').choices(MessageKind.options))
    .option('--since <date>', 'listed from this day on, yyyy-MM-dd', day)
    .option('--until <date>', 'listed until this day, yyyy-MM-dd', day)
    .option('--issued-since <date>', 'issued from this day on, yyyy-MM-dd', day)
    .option('--issued-until <date>', 'issued until this day, yyyy-MM-dd', day)
    .option('--search <text>', 'words, amounts (">1000") and periods ("luna trecută", "oct 2026")')
    .addOption(new Option('--book <state>', 'state in the books').choices(BookState.options))
}

/** Invoices by ids, or by a filter; `--all` for every one. Throws a UsageProblem if the choice is not clear. */
export function selectionOf(
  ids: readonly string[],
  { all, ...filter }: FilterOptions & { all?: boolean },
): ParamsIn<'books.mark'>['selection'] {
  const isFiltered = Object.values(filter).some(value => value !== undefined)
  if (ids.length > 0 && (isFiltered || all)) throw new UsageProblem('give either ids or a filter')
  if (ids.length > 0) return { ids: ids.map(wireId) }
  if (!isFiltered && !all) throw new UsageProblem('give ids, a filter such as --cui and --issued-since, or --all')
  return { filter }
}
