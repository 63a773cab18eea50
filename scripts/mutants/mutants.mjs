// `npm run mutants`: changes the code in small ways and counts the changes that the tests notice. It goes area by area:
// each with its own tests only, because a change to code that runs at load time makes all tests run.
// `npm run mutants -- limits spv` runs these areas. Reports: reports/mutants/<area>.json.
import { Stryker } from '@stryker-mutator/core'
import { AREAS } from './areas.mjs'

/** Stryker's names of a change that no test noticed, and of one that a test noticed. */
const SURVIVED = ['Survived', 'NoCoverage']
const DETECTED = ['Killed', 'Timeout']

const words = process.argv.slice(2)
const unknown = words.filter(word => !(word in AREAS))
if (unknown.length > 0) {
  console.error(`No such area: ${unknown.join(' ')}. There are ${Object.keys(AREAS).join(', ')}.`)
  process.exit(2)
}

const results = []
for (const [area, { code, tests }] of Object.entries(AREAS)) {
  if (words.length > 0 && !words.includes(area)) continue
  console.log(`— ${area}`)
  // For vitest.mutants.config.ts, in the processes that Stryker starts.
  process.env.RECIPISA_MUTANTS_TESTS = JSON.stringify(tests)
  const mutants = await new Stryker({
    mutate: [...code, '!**/*.{test,fixture}.ts'],
    jsonReporter: { fileName: `reports/mutants/${area}.json` },
    incrementalFile: `reports/mutants/${area}-incremental.json`,
  }).runMutationTest()
  results.push({ area, mutants })
}

console.log()
for (const { area, mutants } of results) console.log(line(area, mutants))
if (results.length > 1)
  console.log(
    line(
      'all',
      results.flatMap(({ mutants }) => mutants),
    ),
  )

function line(name, mutants) {
  const count = statuses => mutants.filter(({ status }) => statuses.includes(status)).length
  const [detected, survived] = [count(DETECTED), count(SURVIVED)]
  const score = ((100 * detected) / Math.max(1, detected + survived)).toFixed(1)
  return `${name.padEnd(10)} ${score.padStart(5)} % of ${detected + survived} changes noticed, ${survived} not`
}
