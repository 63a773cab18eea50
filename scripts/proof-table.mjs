// The table of promises that `npm run proof` makes from its parts' results.

/** The commands of the proof, and the results of each. */
export const COMMANDS = {
  simulation: ['simulation'],
  faults: ['faults'],
  fuzz: ['fuzz'],
  crashes: ['kills', 'disks', 'processes', 'soak'],
  answers: ['answers'],
  secrets: ['secrets'],
}

/** Facts that a whole proof must name, beside those that its parts add. */
export const PROMISED = ['E-33', 'E-34', 'H-02', 'H-03', 'H-08', 'H-12', 'H-13']

/** How much a whole proof has to try, where that was promised in numbers. */
const LEAST = { simulation: 10_000, fuzz: 100_000, kills: 300, soak: 60 }

/**
 * `ran`: one per command, `{ command, code, results }`; `results` lacks any part without a result of this run.
 * Returns the rows of the table, and sentences about further problems.
 */
export function judge(ran) {
  const rows = ran.flatMap(({ command, results }) =>
    COMMANDS[command].map(part => ({ part, command, result: results.find(result => result.part === part) })),
  )
  const isBroken = ({ result }) => result === undefined || result.broken > 0 || result.tried === 0
  const problems = [
    ...rows.filter(({ result }) => result === undefined).map(({ part }) => `${part} left no result`),
    ...rows.filter(({ result }) => result?.tried === 0).map(({ part }) => `${part} tried nothing`),
    ...ran
      .filter(({ command, code }) => code !== 0 && !rows.some(row => row.command === command && isBroken(row)))
      .map(({ command, code }) => `${command} ended with code ${code}, though nothing that it counts is broken`),
  ]
  const isWhole = Object.keys(COMMANDS).every(command => ran.some(one => one.command === command))
  const named = rows.flatMap(({ result }) => result?.ids ?? [])
  const unnamed = isWhole ? PROMISED.filter(id => !named.includes(id)) : []
  const small = isWhole ? rows.filter(({ part, result }) => result?.tried > 0 && result.tried < LEAST[part]) : []
  problems.push(...small.map(({ part, result }) => `${part} tried ${result.tried} and not ${LEAST[part]}`))
  problems.push(...unnamed.map(id => `no part proves ${id}`))
  return { rows, problems, isWhole, isKept: problems.length === 0 && !rows.some(isBroken) }
}

/** The rows as a Markdown table, which is readable in a terminal too. */
export function tableOf(rows) {
  const cells = [
    ['promise', 'facts', 'tried', 'broken', 'time'],
    ...rows.map(({ part, result }) =>
      result
        ? [
            result.promise,
            result.ids.join(' '),
            `${grouped(result.tried)} ${result.unit}`,
            `${result.broken}`,
            time(result),
          ]
        : [`(${part})`, '', 'no result', '?', ''],
    ),
  ]
  const widths = cells[0].map((_, column) => Math.max(...cells.map(row => row[column].length), 3))
  const lines = cells.map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`)
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ' ')
const time = ({ seconds }) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`)

/** docs/proof.md after a whole run. `on`: date and machine, in words. */
export function proofPage({ rows, problems, isKept }, on) {
  return `# The proof

${isKept ? 'Every promise was kept' : 'Not every promise was kept'} in the last whole run of \`npm run proof\`: ${on}.

${tableOf(rows)}
${problems.map(problem => `\n- ${problem}`).join('')}
${LEGEND}`
}

/** docs/proof.md before the first run. */
export const NO_PROOF = `# The proof

\`npm run proof\` has not been run to its end yet. It writes the table of promises here.
`

const LEGEND = `
What the words mean:

- **promise**: what the product must never break, tried again and again by a program that knows the truth.
- **facts**: rows of [authority/](authority/README.md) and [product.md](product.md).
- **tried**, **broken**: how often, and how often it did not hold. Whatever broke was printed with what replays it.
- **seeds**: whole weeks of an office in a simulated world with its own clock, disk and network, each from one number.
- **cells**: one fault at one moment of one operation.
- **cases**: inputs made to break a reader, found by a fuzzer or kept from an earlier find.
- **kills**: a program ended with SIGKILL at a chosen point of its progress.
- **answers**: of the authority, word for word as it publishes them ([the table](../test/answers/classified.ts)).
- **places**: files, outputs, arguments, environments, storages and errors in which planted secrets were looked for.

A part that left no result counts as broken. Nothing here says that a fault cannot exist: it says what was tried.
`
