import type { Command } from 'commander'
import { parseCui } from '../../operations/core/parse-cui.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { UPLOAD_LABELS } from '../uploads/upload-labels.ts'
import type { Act } from './command.ts'

export function addLimits(limits: Command, act: Act): void {
  limits
    .command('show')
    .description('how much of them is left today')
    .option('--cui <cui>', 'only this company')
    .action(
      act(async (cli, { cui }: { cui?: string }) => {
        const labels = UPLOAD_LABELS[cli.terminal.locale]
        const json = await cli.call('limits.get', cui === undefined ? {} : { cui: parseCui(cui) })
        const { operation, subject, used, left, limit, empty } = labels.limits
        const rows = json.quotas.map(one => [
          labels.quotas[one.operation],
          one.subject,
          ...[one.used, one.left, one.limit].map(String),
        ])
        const { locale } = cli.terminal
        const pause = json.pausedUntil === null ? [] : [cli.labels.pausedUntil(moment(json.pausedUntil, locale))]
        const head = [labels.day(json.day, json.requestsPerMinute), ...pause].join('\n')
        const body = rows.length > 0 ? table([operation, subject, used, left, limit], rows, [2, 3, 4]) : empty
        return { json, text: `${head}\n${body}` }
      }),
    )
}
