import { expect, test } from 'vitest'
import { suggest } from './suggest.ts'

const words = async (...line: string[]) => (await suggest(line.slice(0, -1), line.at(-1) ?? '')).map(({ word }) => word)

test('areas, their commands, and options of the command and of the program follow', async () => {
  expect(await words('in')).toEqual(['invoices'])
  expect(await words('')).toEqual(expect.arrayContaining(['auth', 'invoices', 'schedule', 'completion', 'help']))
  expect(await words('mailbox', 'r')).toEqual(['request', 'requests', 'rights'])
  expect(await words('invoices', 'list', '--d')).toEqual(['--direction', '--data-dir'])
})

test('an option offers its own values, and a value is no command', async () => {
  expect(await words('invoices', 'list', '--direction', '')).toEqual(['sent', 'received'])
  expect(await words('--data-dir', 'auth', 'profile', 'sh')).toEqual(['show'])
  expect(await words('--json', 'invoices', 'get', '7', '--as', 's')).toEqual(['signature'])
  expect(await words('invoices', 'list', '--unknown', '--k')).toEqual(['--kind'])
})

test('arguments offer their own values, and files are left to the shell', async () => {
  expect(await words('session', 'import', '')).toEqual(['spv', 'portal'])
  expect(await words('session', 'import', 'spv', '')).toEqual([])
  expect(await words('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
  expect(await words('invoices', 'upload', 'a.xml', '')).toEqual([])
  expect(await words('invoices', 'upload', '--yes', '')).toEqual([])
})

test('commands that only the program itself starts are not offered', async () => {
  expect(await words('jobs', '')).toEqual(['list', 'cancel', 'help'])
  expect(await words('auth', 'c')).toEqual([])
})
