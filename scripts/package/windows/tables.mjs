// The table entries that Debian's wixl (0.101) cannot write; they are added afterwards. The main one puts the installed
// folder on the person's PATH, for the command `recipisa`, as Microsoft documents the Environment table.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskOf } from '../../../native-host/schedule/task-scheduler.ts'
import { runOrFail } from '../../tools.mjs'
import { REGISTRATION } from './product-xml.mjs'

/** `=` sets the variable, `-` removes the value with the program, `[~]` is the variable's previous value. */
const ENVIRONMENT = [
  'Environment\tName\tValue\tComponent_',
  's72\tl255\tL255\ts72',
  'Environment\tEnvironment',
  `path\t=-PATH\t[~];[INSTALLDIR]\t${REGISTRATION}`,
]

/** Each action at the place that Microsoft suggests: after files are removed, and after they are written. */
const ACTIONS = { RemoveEnvironmentStrings: 3300, WriteEnvironmentStrings: 5200 }

/**
 * Removes the earlier version right after InstallInitialize (1500), where Microsoft suggests it: an update that is
 * cancelled or fails brings that version back. wixl puts it before, where nothing is brought back.
 */
const REMOVE_EARLIER = 1501

/** Actions that set a property; wixl adds a flag that only deferred actions have. */
const SET_PROPERTY = 51

/**
 * Removes this person's schedule with the program, but not during an upgrade. A command line (34)
 * whose failure is ignored (64): most people have no schedule. Runs before files are removed.
 */
const END_SCHEDULE = {
  type: 34 + 64,
  line: `"[System64Folder]schtasks.exe" /Delete /TN "${taskOf('[LogonUser]')}" /F`,
  condition: 'REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE',
  place: 3250,
}

/** Changes the installer `file`; `work` is a folder for temporary files. */
export async function completeTables(file, work) {
  const table = join(work, 'Environment.idt')
  await writeFile(table, ENVIRONMENT.map(line => `${line}\r\n`).join(''))
  const additions = Object.entries(ACTIONS).map(
    ([action, place]) =>
      `INSERT INTO \`InstallExecuteSequence\` (\`Action\`, \`Sequence\`) VALUES ('${action}', ${place})`,
  )
  const earlier = `UPDATE \`InstallExecuteSequence\` SET \`Sequence\` = ${REMOVE_EARLIER} WHERE \`Action\` = 'RemoveExistingProducts'`
  const types = `UPDATE \`CustomAction\` SET \`Type\` = ${SET_PROPERTY}`
  const { type, line, condition, place } = END_SCHEDULE
  const schedule = [
    `INSERT INTO \`CustomAction\` (\`Action\`, \`Type\`, \`Source\`, \`Target\`) VALUES ('EndSchedule', ${type}, 'LocalAppDataFolder', '${line}')`,
    `INSERT INTO \`InstallExecuteSequence\` (\`Action\`, \`Condition\`, \`Sequence\`) VALUES ('EndSchedule', '${condition}', ${place})`,
  ]
  await runOrFail('msibuild', [file, '-i', table, '-q', ...additions, earlier, types, ...schedule], { quiet: true })
}
