import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const START = fileURLToPath(new URL('start.mjs', import.meta.url))

/** Only root installs system packages, and only where apt does. */
const canInstall = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(canInstall)('npm start installs what the demo needs, and nothing that only tests or packages need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-start-'))
  try {
    // No other program is on the PATH, so all are missing, and stay so.
    const program = (name: string, line: string) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    program('apt-get', `echo "$*" >> '${join(folder, 'asked')}'`)
    program('apt-cache', 'shift 2; for name; do echo "Package: $name"; done')
    const { status, stderr } = spawnSync(process.execPath, [START], { env: { PATH: folder }, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('certutil')
    const asked = readFileSync(join(folder, 'asked'), 'utf8').split(/\s+/)
    expect(asked).toContain('libnss3-tools')
    expect(asked.filter(name => ['wine', 'fish', 'poppler-utils', 'xvfb', 'osslsigncode'].includes(name))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
