// The table entries that Debian's wixl (0.101) cannot write; they are added afterwards. The main one puts the installed
// folder on the person's PATH, for the command `recipisa`, as Microsoft documents the Environment table.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskOf } from '../../../native-host/schedule/task-scheduler.ts'
import { PRODUCT } from '../../../shared/domain/product.ts'
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

/** Has the Romanian letters of the words below: only ș and ț are missing. */
const CODE_PAGE = 1250

/** What a person reads in Windows' own windows. wixl takes no letters outside ASCII. */
const WORDS = [
  `UPDATE \`LaunchCondition\` SET \`Description\` = 'O versiune mai nouă de ${PRODUCT} este deja instalată. A newer version of ${PRODUCT} is already installed.'`,
  `UPDATE \`CustomAction\` SET \`Target\` = 'La dezinstalare arhiva rămâne. Uninstalling leaves the archive: [LocalAppDataFolder]${PRODUCT}' WHERE \`Action\` = 'SayWhereArchiveIs'`,
]

/** Changes the installer `file`; `work` is a folder for temporary files. */
export async function completeTables(file, work) {
  const table = join(work, 'Environment.idt')
  await writeFile(table, ENVIRONMENT.map(line => `${line}\r\n`).join(''))
  const codePage = join(work, '_ForceCodepage.idt')
  await writeFile(codePage, `\r\n\r\n${CODE_PAGE}\t_ForceCodepage\r\n`)
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
  const queries = [...additions, earlier, types, ...schedule, ...WORDS]
  await runOrFail('msibuild', [file, '-i', codePage, table, '-q', ...queries], { quiet: true })
}
