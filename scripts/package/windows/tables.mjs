// What Debian's wixl (0.101) cannot write: the installer's tables get it afterwards. Above all the installed folder on the
// person's PATH, for the command `recipisa`, as Microsoft documents the Environment table.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrFail } from '../../tools.mjs'
import { REGISTRATION } from './product-xml.mjs'

/** `=` sets the variable, `-` takes the value back with the program, `[~]` is what the variable held before. */
const ENVIRONMENT = [
  'Environment\tName\tValue\tComponent_',
  's72\tl255\tL255\ts72',
  'Environment\tEnvironment',
  `path\t=-PATH\t[~];[INSTALLDIR]\t${REGISTRATION}`,
]

/** Each action at the place that Microsoft suggests: after files are removed, and after they are written. */
const ACTIONS = { RemoveEnvironmentStrings: 3300, WriteEnvironmentStrings: 5200 }

/** Actions that set a property; wixl adds a flag to them that only deferred actions have. */
const SET_PROPERTY = 51

/** Changes the installer `file`; `work` is a folder for temporary files. */
export async function completeTables(file, work) {
  const table = join(work, 'Environment.idt')
  await writeFile(table, ENVIRONMENT.map(line => `${line}\r\n`).join(''))
  const additions = Object.entries(ACTIONS).map(
    ([action, place]) =>
      `INSERT INTO \`InstallExecuteSequence\` (\`Action\`, \`Sequence\`) VALUES ('${action}', ${place})`,
  )
  const types = `UPDATE \`CustomAction\` SET \`Type\` = ${SET_PROPERTY}`
  await runOrFail('msibuild', [file, '-i', table, '-q', ...additions, types], { quiet: true })
}
