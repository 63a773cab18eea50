import { EXPECTED } from './expected.ts'
import { FAULT_GROUPS, FAULTS } from './faults.ts'
import { ALL, expectedOf } from './matrix.ts'
import { OPERATIONS } from './operations/operations.ts'

/** The page docs/faults.md, which a run writes if every cell ended as expected. */
export function faultsPage(): string {
  const tables = FAULT_GROUPS.map(({ title, faults }) => {
    const legend = faults.map(({ name, legend }) => `- **${name}**: ${legend}`)
    const head = [['operation', ...faults.map(({ name }) => name)], ['', ...faults].map(() => '---')]
    const rows = OPERATIONS.map(({ name }) => [name, ...faults.map(fault => EXPECTED[name]?.[fault.name] ?? '?')])
    return [`## ${title}`, '', ...legend, '', ...[...head, ...rows].map(cells => `| ${cells.join(' | ')} |`), '']
  })
  return [intro(), ...tables.flat()].join('\n')
}

function intro(): string {
  const well = ALL.filter(cell => expectedOf(cell)?.startsWith('ok')).length
  return `# Every operation under every fault

\`npm run faults\` writes this page once every cell has ended as \`test/faults/expected.ts\` says. Nobody edits it by hand.

${OPERATIONS.length} calls of the host to the authority, ${FAULTS.length} faults, each at the first call alone and at every call: ${ALL.length} cells.
${well} end in success, ${ALL.length - well} in a documented reason.

- **ok**: the operation did what it should. **×4**: four requests of this kind left, where it was not one.
- Any other word is the id of a reason (\`shared/errors/\`, [PROTOCOL.md](../PROTOCOL.md)).
- **not-sent**, **unknown** and **sending** before a reason say what is written of a document that was to be filed: nothing
  has left; nobody knows whether it arrived; it waits for a session.
- **a / b**: a, where the first call alone meets the fault, and b, where every one does. One word: both end alike.

In every cell, beside that:

- No request went where a redirect to another host led, and none was sent again by a library.
- A document was filed once at most, and “ok” was said only where the authority had it.
- No request left within a pause that was asked for. The next use waited for its end, or was told of it.
- The pauses of one use took a minute at most in all. With the fault gone, the same operation worked.
`
}
