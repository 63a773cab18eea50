// Vitest's projects: those that a command names, and the result of one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { NODE, outputOf, ROOT, run, TOOLS } from './tools.mjs'

/** The names in commands; `unit` stands for two Vitest projects: `unit` and `unit-extension`. */
export const PROJECTS = ['unit', 'contract', 'proof', 'load', 'browser', 'firefox']

/**
 * `words` of a command: names of projects, and parts of paths of test files. Returns the projects to run, none if no
 * file matches, and the parts of paths for them.
 */
export async function selectTests(words) {
  const named = words.filter(word => PROJECTS.includes(word))
  const filters = words.filter(word => !PROJECTS.includes(word))
  const projects = named.length > 0 ? named : PROJECTS
  if (filters.length === 0) return { projects, filters }
  // One line per file: `[unit] native-host/limits/pace.test.ts`.
  const files = await outputOf(NODE, [TOOLS.vitest, 'list', '--filesOnly', ...filters])
  return { projects: projects.filter(project => files.includes(`[${project}`)), filters }
}

/**
 * Linux's way to give programs longer turns on the processor: the many programs of a run side by side then switch a third
 * less often, which saves a tenth of the processor's time. Empty where a machine does not have it.
 */
const LONGER_TURNS = spawnSync('chrt', ['--batch', '0', 'true']).status === 0 ? ['chrt', '--batch', '0'] : []

/** Whether the load tests get the processor when they want it, although other tests run. */
export const LOAD_COMES_FIRST = LONGER_TURNS.length > 0

/** How a project gets the processor. The load tests measure the programs as a person starts them. */
function turnsOf(project) {
  if (project === 'load' || !LOAD_COMES_FIRST) return []
  // The unit tests run beside the checks and builds, not beside the load tests.
  return project === 'unit' ? LONGER_TURNS : ['nice', '-n', '19', ...LONGER_TURNS]
}

/** Runs one project with its name before each line; returns the counts of tests, failures' titles and its duration. */
export async function runProject(project, filters, env) {
  const begun = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-results-'))
  try {
    const file = join(folder, 'results.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const vitest = [NODE, TOOLS.vitest, 'run', '--project', `${project}*`, ...reporters, ...filters]
    const [program, ...args] = [...turnsOf(project), ...vitest]
    const code = await run(program, args, {
      env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
      prefix: `${project.padEnd(8)} │ `,
    })
    const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    return { ...countsOf(project, results, code), seconds: Math.round((performance.now() - begun) / 1000) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A run that failed without a failed test (an unhandled error, a file that cannot be loaded) counts as one failure. */
function countsOf(project, results, code) {
  const failures = (results?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name)
    const failed = assertionResults.filter(each => each.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${project}: ${file}`]
    return failed.map(({ fullName }) => `${project}: ${file}: ${fullName}`)
  })
  const failed = results?.numFailedTests ?? 0
  const isBroken = failed === 0 && code !== 0
  return {
    passed: results?.numPassedTests ?? 0,
    failed: isBroken ? 1 : failed,
    skipped: (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0),
    failures: isBroken && failures.length === 0 ? [`${project}: vitest ended with code ${code}`] : failures,
  }
}
