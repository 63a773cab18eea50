import { type Command, InvalidArgumentError, Option } from 'commander'
import { LEAST_MINUTES, MOST_MINUTES, type ScheduleState } from '../../../shared/protocol/schedule.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { facts } from '../terminal/terminal.ts'
import { runDue } from './run-due.ts'
import { SCHEDULE_LABELS } from './schedule-labels.ts'
import { stepFacts } from './step-facts.ts'

type Options = { every?: number; daily?: string }

/** Syncs and checks by the clock, without a browser. */
export function addSchedule(schedule: Command, act: Act): void {
  schedule
    .addOption(new Option('--every <time>', 'every so often, such as 30m or 2h').argParser(minutes).conflicts('daily'))
    .addOption(new Option('--daily <time>', 'once a day, such as 07:30').argParser(time))
    .action(
      act(async (cli, { every, daily }: Options) => {
        const chosen = every !== undefined ? { every } : daily !== undefined ? { daily } : undefined
        if (!chosen) throw new UsageProblem('give --every or --daily, or one of show, remove and run')
        return printState(cli, await cli.call('schedule.set', { schedule: chosen }))
      }),
    )
  schedule
    .command('show')
    .description('what is scheduled, and whether the system keeps to it')
    .action(act(async cli => printState(cli, await cli.call('schedule.get', {}))))
  schedule
    .command('remove')
    .description('take the schedule away')
    .action(act(async cli => printState(cli, await cli.call('schedule.set', { schedule: null }))))
  schedule
    .command('run')
    .description('what the schedule runs: sync invoices and messages, check uploads, declarations and requests')
    .action(act(run, { isAwaited: false }))
}

/** `30m` or `2h` as minutes. */
function minutes(text: string): number {
  const [, amount, unit] = /^(\d{1,4})(m|h)$/.exec(text) ?? []
  const value = Number(amount) * (unit === 'h' ? 60 : 1)
  if (!(value >= LEAST_MINUTES && value <= MOST_MINUTES))
    throw new InvalidArgumentError(`It must be a time from ${LEAST_MINUTES}m to ${MOST_MINUTES / 60}h.`)
  return value
}

function time(text: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new InvalidArgumentError('It must be a time, HH:MM.')
  return text
}

function printState({ terminal: { locale } }: Cli, json: ScheduleState): Output {
  const labels = SCHEDULE_LABELS[locale]
  const { schedule, problem, command, system } = json
  if (schedule === null) return { json, text: labels.none }
  const text = 'every' in schedule ? labels.every(schedule.every) : labels.daily(schedule.daily)
  if (problem === null) return { json, text }
  const lines = [text, labels.inactive(labels.systems[system], problem), ...(command ? [labels.start(command)] : [])]
  return { json, text: lines.join('\n'), exitCode: EXIT.failed }
}

async function run(cli: Cli): Promise<Output> {
  const steps = await runDue(cli)
  const errors = steps.flatMap(({ error }) => (error ? [exitCodeOf(error.code)] : []))
  return { json: { steps }, text: facts(stepFacts(steps, cli.terminal.locale)), exitCode: heaviest(errors) }
}
