// `npm test`: set-up, lint, types, builds, then the tests; ends with one line `N passed, N failed, N skipped`.
// `npm test -- unit contract` runs only those projects and what they need.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExtension, buildHost } from './build.mjs'
import { endLeftovers } from './leftovers.mjs'
import { setUp } from './setup.mjs'
import { explain } from './system-packages.mjs'
import { NODE, orSay, run, TOOLS, toolsEnv } from './tools.mjs'

const PROJECTS = ['unit', 'contract', 'load', 'browser']

await orSay(main())

async function main() {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter(project => !PROJECTS.includes(project))
  if (unknown.length > 0) {
    console.error(`No such tests: ${unknown.join(' ')}. There are ${PROJECTS.join(', ')}.`)
    process.exit(2)
  }
  const projects = wanted.length > 0 ? PROJECTS.filter(project => wanted.includes(project)) : PROJECTS
  const missing = await setUp()
  const totals = { passed: 0, failed: 0, skipped: 0 }
  // Every process of this run carries this name in its environment, so that those it leaves behind are known.
  const marker = `RECIPISA_TEST_RUN=${randomUUID()}`
  const [name, value] = marker.split('=')
  const env = toolsEnv({ [name]: value, RECIPISA_MISSING: missing.map(need => need.for).join(' ') })

  const step = async (title, work) => {
    console.log(`\n— ${title}`)
    const failed = await work().then(
      code => typeof code === 'number' && code !== 0,
      error => {
        console.error(error.message)
        return true
      },
    )
    if (failed) {
      totals.failed++
      console.error(`${title}: failed`)
    }
  }

  if (wanted.length === 0) {
    await step('lint', () => run(NODE, [TOOLS.biome, 'check', '--error-on-warnings']))
    await step('types', () => run(NODE, [TOOLS.tsc]))
    await step('build, as shipped', () => buildExtension('production'))
  }
  if (projects.some(project => project !== 'unit')) await step('build: host', buildHost)
  if (projects.includes('browser')) await step('build: extension for localhost', () => buildExtension('development'))

  const folder = mkdtempSync(join(tmpdir(), 'recipisa-results-'))
  try {
    for (const project of projects) {
      console.log(`\n— ${project} tests`)
      const file = join(folder, `${project}.json`)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const code = await run(NODE, [TOOLS.vitest, 'run', '--project', project, ...reporters], { env })
      addResults(totals, file, code)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }

  const left = await endLeftovers(marker)
  if (left.length > 0) {
    totals.failed++
    console.error(`\nProcesses left behind (ended now):\n${left.map(each => `  ${each}`).join('\n')}`)
  }
  if (missing.length > 0) console.log(`\nSome tests were skipped. ${explain(missing)}`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}

/** Adds what vitest wrote; a run that broke without a failed test (an unhandled error, no file at all) is one failure. */
function addResults(totals, file, code) {
  const results = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  totals.passed += results.numPassedTests
  totals.skipped += results.numPendingTests + results.numTodoTests
  totals.failed += results.numFailedTests > 0 || code === 0 ? results.numFailedTests : 1
}
