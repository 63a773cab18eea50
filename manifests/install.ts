import { join } from 'node:path'
import { runCommand } from './command.ts'
import { install } from './registration.ts'

const program = join(import.meta.dirname, '../dist/recipisa.js')

await runCommand(registration => install({ ...registration, node: process.execPath, program }), {
  ro: { done: 'Programul local este înregistrat. Reporniți extensia. Fișierele scrise:', nothing: '' },
  en: { done: 'The host is registered. Reload the extension. Files written:', nothing: '' },
})
