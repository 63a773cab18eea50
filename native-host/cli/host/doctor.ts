import type { Command } from 'commander'
import { doctorReport } from '../../../shared/doctor/report.ts'
import type { Act } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'

/** The doctor, below `host` (H-07). */
export function addDoctor(host: Command, act: Act): void {
  host
    .command('doctor')
    .option('--offline', 'do not try to reach ANAF')
    .description('look at everything that Recipisa needs on this computer, and say what to do first')
    .action(
      act(async ({ call, terminal }, { offline = false }: { offline?: boolean }) => {
        const json = await call('host.doctor', { online: !offline })
        const isBroken = json.checks.some(({ state }) => state === 'broken')
        const exitCode = isBroken ? EXIT.failed : EXIT.done
        return { json, text: doctorReport(json, terminal.locale), exitCode }
      }),
    )
}
