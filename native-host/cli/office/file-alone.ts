import { Option } from 'commander'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { OFFICE_AWAY } from '../../../shared/errors/office-away.ts'
import type { Cli } from '../core/command.ts'
import { ask, canAsk } from '../terminal/confirm.ts'
import { OFFICE_LABELS } from './office-labels.ts'

type Filing = { sha256: string | null; state: string; trouble: ErrorBody | null }

/** The person's yes to filing although the office cannot be asked about others' filings. */
export const fileAloneOption = () =>
  new Option('--file-alone', 'file it even if the office cannot be asked whether a colleague has')

/** Records that yes for these contents. */
export async function allowAlone({ call }: Pick<Cli, 'call'>, contents: readonly string[]): Promise<void> {
  await call('office.fileAlone', { contents: [...contents] })
}

/** The filings that stayed unsent because the office was unreachable, once a person at the terminal approves them. */
export async function askAlone<T extends Filing>(cli: Cli, filings: readonly T[]): Promise<T[]> {
  const refused = filings.filter(
    ({ state, trouble }) => state === 'not-sent' && OFFICE_AWAY.has(String(trouble?.details.reason)),
  )
  if (refused.length === 0 || !canAsk(cli)) return []
  if (!(await ask(cli, OFFICE_LABELS[cli.terminal.locale].fileAlone(refused.length)))) return []
  await allowAlone(
    cli,
    refused.flatMap(({ sha256 }) => sha256 ?? []),
  )
  return refused
}
