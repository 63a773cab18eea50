import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Act } from '../core/command.ts'
import { integer } from '../core/options.ts'
import { runDue, type Step } from '../schedule/run-due.ts'
import { OFFICE_LABELS } from './office-labels.ts'

const MINUTE = 60_000

/** A seat without a screen: it syncs with the tokens that it was given, so that the others only read. */
export function addWork(office: Command, act: Act): void {
  office
    .command('work')
    .description('sync and exchange by the clock, for a small server without a screen')
    .option('--every <minutes>', 'how often to sync', integer(15, 24 * 60), 30)
    .option('--once', 'one round, and end')
    .action(
      act(
        async (cli, { every, once }: { every: number; once?: boolean }) => {
          if (!(await cli.call('office.status', {}))) throw new RecipisaError('office-none')
          if (once !== true) cli.terminal.stderr.write(`${OFFICE_LABELS[cli.terminal.locale].works(every)}\n`)
          let steps: Step[] = []
          do {
            steps = await runDue(cli)
            await cli.call('office.exchange', {}).catch(error => {
              if (once === true) throw error
              // Out of reach: the next round exchanges, and so does the background.
              cli.services.log.warn('office-exchange-failed', { error })
            })
            if (once !== true) await wait(every * MINUTE, undefined, { signal: cli.signal }).catch(() => undefined)
          } while (once !== true && !cli.signal.aborted)
          return { json: { steps }, text: steps.map(({ step, outcome }) => `${step}: ${outcome}`).join('\n') }
        },
        { isAwaited: false },
      ),
    )
}
