import { Command } from 'commander'
import { VERSION } from '../../../shared/domain/product.ts'
import { AREAS } from './areas.ts'
import type { Act, Say } from './command.ts'

/** Options that every command takes. */
export type Flags = { profile?: string; dataDir?: string; json?: boolean }

/** What the commands do when they run; a tree that is only looked at does nothing. */
type Doors = { act: Act; say: Say }

const IDLE: Doors = { act: () => async () => undefined, say: () => async () => undefined }

/**
 * The tree of commands for a command line: every area, and the commands of the area that is named. The others are not
 * loaded. Throws commander's own error for a wrong option before the area.
 */
export async function createProgram(args: readonly string[], { act, say }: Doors = IDLE): Promise<Command> {
  const program = new Command('recipisa')
    .description("keeps a firm's e-invoices from ANAF on your own disk")
    .version(VERSION)
    .option('--profile <file>', 'profile with the endpoints (RECIPISA_PROFILE)')
    .option('--data-dir <dir>', 'folder of archive, index and log (RECIPISA_DATA_DIR)')
    .option('--json', 'print one JSON document on standard output')
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ writeErr: () => undefined }) // printed by whoever runs it, in one line
  const [first, second] = program.parseOptions([...args]).operands
  const named = first === 'help' ? second : first
  for (const { name, description, load } of AREAS) {
    const area = program.command(name).description(description)
    if (name === named) (await load())(area, act, say)
  }
  return program
}
