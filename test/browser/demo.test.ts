import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HAS_POSTGRES } from '../contract/support/postgres.ts'
import { removeFolder } from '../planted/look.ts'
import { watchedEnv } from '../planted/watched.ts'
import { processesWith } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'
import { missingFor } from './support/machine/missing.ts'

const DEMO = join(import.meta.dirname, '../../scripts/demo/main.ts')
/** It starts three computers, which takes long on a busy machine, ms. */
const PATIENCE = 500_000

test.skipIf(missingFor('browser') || !HAS_POSTGRES)(
  'npm start -- --office: two seats see what a worker downloads and what each other files, and Ctrl-C leaves nothing behind',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recipisa-demo-'))
    const mark = `RECIPISA_DEMO_TEST=${folder}`
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const demo = spawn(process.execPath, [DEMO, '--office', '--keep', '--folder', folder], {
      env: { ...env, ...watchedEnv(), RECIPISA_DEMO_TEST: folder },
    })
    const ended = once(demo, 'close')
    let said = ''
    for (const stream of [demo.stdout, demo.stderr])
      stream.setEncoding('utf8').on('data', text => {
        said += text
      })
    try {
      await waitFor(
        'the demo runs',
        () => said.includes('Running until Ctrl-C.') || demo.exitCode !== null,
        PATIENCE,
      ).catch(error => {
        throw new Error(said, { cause: error })
      })
      expect(said).toMatch(/worker │ .+ – Invoices: up to date\./)
      expect(said).toMatch(/\d+ documents in each list; .* each once/)
      expect(readdirSync(join(folder, 'screenshots')).sort()).toEqual([
        'panel-ana.png',
        'panel-dan.png',
        'settings-ana.png',
        'settings-dan.png',
      ])
      demo.kill('SIGINT')
      expect(await ended).toEqual([0, null])
      expect(await processesWith(mark)).toEqual(new Map())
    } finally {
      if (demo.exitCode === null) demo.kill('SIGTERM')
      await ended
      removeFolder(folder)
    }
  },
  PATIENCE * 1.2,
)
