// `npm run proof`: the long forms of all parts, then the table of promises, printed and written to docs/proof.md.
// `npm run proof -- faults fuzz` runs only these two and writes nothing.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildHost } from './build.mjs'
import { COMMANDS, judge, proofPage, tableOf } from './proof-table.mjs'
import { NODE, orExplain, outputOf, ROOT, run, toolsEnv } from './tools.mjs'

/** Keeps both cores busy from beginning to end with whatever time the others leave. */
const BESIDE = 'simulation'
/**
 * The parts that run side by side: they wait as much as they work. Secrets runs all other tests, which have their own time
 * limits, so it runs alone.
 */
const ROUNDS = [[['crashes'], ['faults', 'fuzz', 'answers']], [['secrets']]]

await orExplain(main())

async function main() {
  const words = process.argv.slice(2)
  const unknown = words.filter(word => !(word in COMMANDS))
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(' ')}. There are ${Object.keys(COMMANDS).join(', ')}.`)
    process.exit(2)
  }
  const isWanted = command => words.length === 0 || words.includes(command)
  await buildHost()
  const ran = []
  const runLane = async lane => {
    for (const command of lane.filter(isWanted)) ran.push(await runPart(command))
  }
  const runRounds = async () => {
    for (const lanes of ROUNDS) await Promise.all(lanes.map(runLane))
  }
  await Promise.all([runLane([BESIDE]), runRounds()])
  const order = Object.keys(COMMANDS)
  const judged = judge(ran.toSorted((a, b) => order.indexOf(a.command) - order.indexOf(b.command)))
  console.log(`\n${tableOf(judged.rows)}`)
  for (const problem of judged.problems) console.error(problem)
  if (judged.isWhole) writeFileSync(join(ROOT, 'docs/proof.md'), proofPage(judged, await occasion()))
  process.exitCode = judged.isKept ? 0 : 1
}

/** Runs the long form of a part; returns its exit code and its results. */
async function runPart(command) {
  const fileOf = part => join(ROOT, `node_modules/.cache/recipisa-proof/${part}.json`)
  for (const part of COMMANDS[command]) rmSync(fileOf(part), { force: true })
  const code = await run(NODE, [join(ROOT, 'scripts/proof-part.mjs'), command], {
    env: toolsEnv({ RECIPISA_HOST_IS_BUILT: 'yes' }),
    prefix: `${command.padEnd(10)} │ `,
  })
  const files = COMMANDS[command].map(fileOf).filter(existsSync)
  return { command, code, results: files.map(file => JSON.parse(readFileSync(file, 'utf8'))) }
}

/** Date and machine, for the page. */
async function occasion() {
  const commit = (await outputOf('git', ['rev-parse', '--short', 'HEAD'])).trim()
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, commit ${commit}, ${process.platform} on ${availableParallelism()} cores, Node ${process.versions.node}`
}
