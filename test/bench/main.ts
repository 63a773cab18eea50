import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ROWS } from './rows.ts'
import { type Judged, judge } from './support/judge.ts'
import { writePerformance } from './support/performance-page.ts'
import { PROGRAM } from './support/program.ts'
import type { Curve, Measured } from './support/row.ts'
import { plainTable, reasonsOf } from './support/table.ts'
import { thisMachine, writtenMachine } from './support/this-machine.ts'

const USAGE = `npm run bench -- [name …] [--json] [--write]

Measures against a floor in the same run, and prints one table. --json prints it as JSON; --write puts it and its pictures
into docs/performance.md, which takes all rows. Rows: ${Object.keys(ROWS).join(', ')}.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
})
const strange = positionals.filter(name => !(name in ROWS))
if (values.help || strange.length > 0 || (values.write && positionals.length > 0)) {
  console.error(strange.length > 0 ? `No such row: ${strange.join(', ')}.\n\n${USAGE}` : USAGE)
  process.exit(values.help ? 0 : 2)
}

const machine = thisMachine()
const lines: Judged[] = []
const curves: Curve[] = []
const skipped: { row: string; why: string }[] = []
const begun = performance.now()
console.error(writtenMachine(machine))
for (const name of positionals.length > 0 ? positionals : Object.keys(ROWS)) {
  const start = performance.now()
  const answer = await runRow(name).catch((error: Error) => ({ unavailable: error.message }))
  const seconds = Math.round((performance.now() - start) / 1000)
  if ('unavailable' in answer) {
    skipped.push({ row: name, why: answer.unavailable })
    console.error(`${name}: ${answer.unavailable}`)
    continue
  }
  const judged = answer.lines.map(judge)
  lines.push(...judged)
  curves.push(...(answer.curves ?? []))
  const missed = judged.filter(({ met }) => !met).length
  console.error(`${name}: ${judged.length - missed} met, ${missed} missed, ${seconds} s`)
}
const minutes = (performance.now() - begun) / 60_000
if (values.json) console.log(JSON.stringify({ machine, minutes, lines, curves, skipped }, undefined, 2))
else
  console.log(
    [plainTable(lines), ...reasonsOf(lines), `${writtenMachine(machine)}; ${minutes.toFixed(1)} minutes`].join('\n\n'),
  )
if (values.write) writePerformance({ machine, minutes, lines, curves })
if (skipped.length > 0) process.exitCode = 1

/** Measures a row in a process of its own. */
async function runRow(name: string): Promise<Measured | { unavailable: string }> {
  const child = fork(fileURLToPath(new URL('run-row.ts', import.meta.url)), [name], {
    // The table alone belongs on our standard output.
    stdio: ['ignore', 2, 2, 'ipc'],
    // No timing sees the developer's credential store; what is timed is the shipped program.
    env: { ...process.env, RECIPISA_PROGRAM: PROGRAM, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  })
  return new Promise((resolve, reject) => {
    let answer: Measured | { unavailable: string } | undefined
    child.once('message', message => {
      answer = message as typeof answer
    })
    child.once('error', reject)
    child.once('exit', code => (answer ? resolve(answer) : reject(new Error(`${name} ended with code ${code}`))))
  })
}
