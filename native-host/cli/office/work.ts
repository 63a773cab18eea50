import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Act, Cli } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { integer } from '../core/options.ts'
import { runDue, type Step } from '../schedule/run-due.ts'
import { stepFacts } from '../schedule/step-facts.ts'
import { moment } from '../terminal/format.ts'
import { facts } from '../terminal/terminal.ts'
import { OFFICE_LABELS } from './office-labels.ts'

const MINUTE = 60_000
/** How often to look whether the profile has changed, ms. */
const LOOK = 500

/** A seat without a screen: it syncs with its own tokens, so that the others only read. */
export function addWork(office: Command, act: Act): void {
  office
    .command('work')
    .description('sync and exchange by the clock, for a small server without a screen; one line a round')
    .option('--every <minutes>', 'how often to sync', integer(15, 24 * 60), 30)
    .option('--once', 'one round, and end')
    .action(
      act(
        async (cli, { every, once }: { every: number; once?: boolean }) => {
          if (!(await cli.call('office.status', {}))) throw new RecipisaError('office-none')
          const steps = once === true ? await workOnce(cli) : await workByTheClock(cli, every)
          return { json: { steps }, text: facts(stepFacts(steps, cli.terminal.locale)) }
        },
        { isAwaited: false },
      ),
    )
}

async function workOnce(cli: Cli): Promise<Step[]> {
  const steps = await runDue(cli)
  await cli.call('office.exchange', {})
  return steps
}

/** Until Ctrl-C; each round reports its steps on standard error. Returns the last round's steps. */
async function workByTheClock(cli: Cli, every: number): Promise<Step[]> {
  const { signal, terminal, services } = cli
  const { locale, stderr } = terminal
  const say = (line: string) => stderr.write(`${line}\n`)
  say(OFFICE_LABELS[locale].works(every))
  for (;;) {
    const steps = await runDue(cli)
    if (signal.aborted) return steps
    const did = stepFacts(steps, locale).map(([part, outcome]) => `${part}: ${outcome}.`)
    say([`${moment(services.now(), locale)} –`, ...did, ...(await exchange(cli))].join(' '))
    await untilNextRound(cli, every)
    if (signal.aborted) return steps
  }
}

/** Until the next round is due, or the profile has changed: the round takes it over. */
async function untilNextRound({ signal, services }: Cli, every: number): Promise<void> {
  const due = performance.now() + every * MINUTE
  while (!signal.aborted && !services.isStale() && performance.now() < due)
    await wait(LOOK, undefined, { signal }).catch(() => undefined)
}

/** Why the exchange failed, if it did: the next round exchanges, and so does the background. */
async function exchange({ call, services, terminal: { locale } }: Cli): Promise<string[]> {
  try {
    await call('office.exchange', {})
    return []
  } catch (error) {
    services.log.warn('office-exchange-failed', { error })
    return [errorSentences(toErrorBody(services.explain(error)), locale)]
  }
}
