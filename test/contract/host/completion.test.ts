import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shell } from '../../../native-host/cli/completion/scripts.ts'
import { removeFolder } from '../../planted/look.ts'
import { childEnv, command, PROGRAM } from '../support/host.ts'

const PATH = process.env.PATH ?? ''
const missing = (shell: string) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).error !== undefined

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-completion-'))
  mkdirSync(join(folder, 'bin'))
  const program = join(folder, 'bin/recipisa')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  chmodSync(program, 0o755)
})
afterAll(() => removeFolder(folder))

/** Runs a script in a shell that has loaded the completion; returns the lines that it prints. */
async function completed(shell: Shell, run: readonly string[], script: (file: string) => string): Promise<string[]> {
  const file = join(folder, `completion.${shell === 'powershell' ? 'ps1' : shell}`)
  writeFileSync(file, (await command(['completion', shell], {})).bytes)
  const [program = '', ...options] = run
  const { stdout, stderr } = spawnSync(program, [...options, script(file)], {
    cwd: folder,
    env: childEnv({ HOME: folder, PATH: `${join(folder, 'bin')}:${PATH}` }),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

test('H-10 bash completes areas, commands, options and values, and never runs what was typed', async () => {
  const complete = (...words: string[]) =>
    completed('bash', ['bash', '--norc', '-c'], file => {
      const typed = words.map(word => `'${word}'`).join(' ')
      const call = `COMP_WORDS=(recipisa ${typed}); COMP_CWORD=${words.length}; _recipisa recipisa`
      return `source ${file}; complete -p recipisa; ${call}; printf '%s\\n' "\${COMPREPLY[@]}"`
    })
  const registered = 'complete -o default -F _recipisa recipisa'
  expect(await complete('inv')).toEqual([registered, 'invoices'])
  expect(await complete('invoices', 'va')).toEqual([registered, 'validate'])
  expect(await complete('invoices', 'list', '--direction', '')).toEqual([registered, 'sent', 'received'])
  expect(await complete('invoices', 'upload', '$(touch typed)')).toEqual([registered])
  expect(existsSync(join(folder, 'typed'))).toBe(false)
})

test.skipIf(missing('zsh'))('H-10 zsh completes the same', async () => {
  const lines = await completed('zsh', ['zsh', '-f', '-c'], file =>
    [
      'compdef() { print -- "compdef $*" }',
      `_describe() { print -l -- "\${(@P)2}" }`,
      `source ${file}`,
      'words=(recipisa session import ""); CURRENT=4; _recipisa',
      'words=(recipisa inv); CURRENT=2; _recipisa',
    ].join('\n'),
  )
  expect(lines).toEqual([
    'compdef _recipisa recipisa',
    'spv:',
    'portal:',
    'invoices:e-invoices: sync, list, get, upload, check',
  ])
})

test.skipIf(missing('fish'))('H-10 fish completes the same', async () => {
  const lines = await completed('fish', ['fish', '--no-config', '-c'], file =>
    [`source ${file}`, 'complete -C "recipisa session import "', 'complete -C "recipisa inv"'].join('\n'),
  )
  // Fish sorts on its own.
  expect(lines).toEqual(['portal', 'spv', 'invoices\te-invoices: sync, list, get, upload, check'])
})

test.skipIf(missing('pwsh'))('H-10 PowerShell completes the same', async () => {
  const matches = (line: string) =>
    `[System.Management.Automation.CommandCompletion]::CompleteInput('${line}', ${line.length}, $null).CompletionMatches.CompletionText`
  const lines = await completed('powershell', ['pwsh', '-NoProfile', '-Command'], file =>
    [`. ${file}`, matches('recipisa session import '), matches('recipisa inv')].join('\n'),
  )
  expect(lines).toEqual(['spv', 'portal', 'invoices'])
})
