import { Command } from 'commander'
import { VERSION } from '../../../shared/domain/product.ts'
import { AREAS } from './areas.ts'
import type { Act, Say } from './command.ts'
import { EXAMPLES, EXIT_CODES, FIRST_STEPS } from './examples.ts'

/** Options that every command takes. */
export type Flags = { profile?: string; dataDir?: string; token?: string; certificate?: string; json?: boolean }

/** The actions of running commands; a tree built only for inspection does nothing. */
type Doors = { act: Act; say: Say }

const IDLE: Doors = { act: () => async () => undefined, say: () => async () => undefined }

/**
 * The tree of commands for a command line: every area, and the commands of the named area. Other areas' commands are
 * not loaded. Throws commander's own error for a wrong option before the area.
 */
export async function createProgram(args: readonly string[], { act, say }: Doors = IDLE): Promise<Command> {
  const program = new Command('recipisa')
    .description("keeps a firm's e-invoices from ANAF on your own disk")
    .version(VERSION)
    .option('--profile <file>', 'profile with the endpoints (RECIPISA_PROFILE)')
    .option('--data-dir <dir>', 'folder of archive, index and log (RECIPISA_DATA_DIR)')
    .option(
      '--token <driver>',
      'PKCS#11 library of the token, for a profile with the certificate only (RECIPISA_TOKEN)',
    )
    .option('--certificate <serial>', 'which certificate of the token (RECIPISA_CERTIFICATE)')
    .option('--json', 'print one JSON document on standard output')
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ writeErr: () => undefined }) // the caller prints it, on one line
    .addHelpText('after', `\n${EXIT_CODES}\n${exampleText(FIRST_STEPS)}`)
  const [first, second] = program.parseOptions([...args]).operands
  const named = first === 'help' ? second : first
  for (const { name, description, load } of AREAS) {
    const area = program.command(name).description(description)
    if (name !== named) continue
    const addCommands = await load()
    addCommands(area, act, say)
    addExamples(area)
  }
  return program
}

/** Shows examples in the help of an area and of each of its commands. */
function addExamples(area: Command): void {
  const own = EXAMPLES[area.name()] ?? []
  const ofCommands = area.commands.map(command => {
    const examples = EXAMPLES[`${area.name()} ${command.name()}`] ?? []
    if (examples.length > 0) command.addHelpText('after', exampleText(examples))
    return examples.slice(0, 1)
  })
  const examples = [...own, ...ofCommands.flat()]
  if (examples.length > 0) area.addHelpText('after', exampleText(examples))
}

function exampleText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map(example => `  ${example}`).join('\n')}`
}
