// `npm test`: set-up, lint, types, builds and tests; the last line is `N passed, N failed, N skipped`.
// `npm test -- unit contract` runs only these projects, `npm test -- path/to/file` only the test files whose path
// contains these words; both build what they need.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildExtension, buildHost } from './build.mjs'
import { endLeftovers, endTogether } from './leftovers.mjs'
import { setUpPackages } from './setup.mjs'
import { explain } from './system-packages.mjs'
import { LOAD_COMES_FIRST, PROJECTS, runProject, selectTests } from './test-projects.mjs'
import { NODE, orExplain, ROOT, run, TOOLS, toolsEnv } from './tools.mjs'

await orExplain(main())

async function main() {
  const words = process.argv.slice(2)
  const stillMissing = await setUpPackages()
  const { projects, filters } = await selectTests(words)
  if (projects.length === 0) {
    console.error(`No such tests: ${words.join(' ')}. Name a project (${PROJECTS.join(', ')}) or a test file.`)
    process.exit(2)
  }
  // Every process of this run inherits this variable, which identifies leftover processes.
  const marker = `RECIPISA_TEST_RUN=${randomUUID()}`
  const [name, value] = marker.split('=')
  endTogether(marker, () => {
    // Vitest removes them at the end of its run (test/support/program.ts).
    for (const project of PROJECTS)
      rmSync(join(ROOT, `.output/host-under-test-${value}-${project}`), { recursive: true, force: true })
  })
  const env = toolsEnv({
    [name]: value,
    RECIPISA_HOST_IS_BUILT: 'yes',
  })
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const failures = []

  /** Counts a failed step as one failure. */
  const step = async (title, work) => {
    console.log(`— ${title}`)
    const failed = await work().then(
      code => typeof code === 'number' && code !== 0,
      error => {
        console.error(error.message)
        return true
      },
    )
    if (!failed) return
    totals.failed++
    failures.push(title)
  }

  const test = async project => {
    if (!projects.includes(project)) return
    console.log(`— ${project} tests`)
    const results = await runProject(project, filters, env)
    for (const key of Object.keys(totals)) totals[key] += results[key]
    failures.push(...results.failures)
    console.log(`— ${project} tests: ${results.passed} passed, ${results.failed} failed after ${results.seconds} s`)
  }

  const check = async () => {
    if (words.length === 0) {
      await step('lint', () => run(NODE, [TOOLS.biome, 'check', '--error-on-warnings']))
      // More of them check the same declarations each: here others use the processor meanwhile.
      await step('types', () => run(NODE, [TOOLS.tsc, '--checkers', '1']))
    }
    if (projects.some(project => project !== 'unit')) await step('build: host', buildHost)
    // The contract tests of the packages build the extension as shipped.
    const browsers = ['browser', 'firefox'].filter(project => projects.includes(project))
    for (const project of browsers) {
      const browser = project === 'firefox' ? 'firefox' : 'chrome'
      await step(`build: extension for localhost and ${browser}`, () => buildExtension('development', browser))
    }
  }

  // None of these needs a system package; on a new machine those come meanwhile.
  const [missing] = await Promise.all([stillMissing(), check(), test('unit')])
  env.RECIPISA_MISSING = missing.map(need => need.for).join(' ')
  // Each of them waits for processes and pages more than it works.
  const programTests = () => Promise.all([test('contract'), test('proof')])
  const browserTests = () => Promise.all([test('browser'), test('firefox')])
  // The measurements of the load tests hold only where the processor is free when it is wanted. A browser starts in a
  // session of its own, and Linux (autogroup) weighs the programs of two sessions without regard to their priority.
  if (LOAD_COMES_FIRST) await Promise.all([programTests(), test('load').then(browserTests)])
  else {
    await Promise.all([programTests(), browserTests()])
    await test('load')
  }

  const left = await endLeftovers(marker)
  if (left.length > 0) {
    totals.failed++
    failures.push(`processes left behind (ended now):\n${left.map(each => `    ${each}`).join('\n')}`)
  }
  if (missing.length > 0) console.log(`\nSome tests were skipped. ${explain(missing)}`)
  if (failures.length > 0) console.error(`\nFailed:\n${failures.map(each => `  ${each}`).join('\n')}`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}
