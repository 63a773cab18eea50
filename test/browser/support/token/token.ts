import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../../support/run-program.ts'
import type { Sandbox } from '../machine/sandbox.ts'

/** Where Debian, Fedora, Arch and Homebrew put SoftHSM's PKCS#11 module. */
const SOFTHSM_MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
]

export const softhsmModule = (): string | undefined => SOFTHSM_MODULES.find(path => existsSync(path))

export type TokenOrder = {
  /** PEM. */
  certificate: string
  /** PKCS#8, PEM; RSA. */
  privateKey: string
  label: string
  pin: string
  soPin: string
  /** A real token's key asks for its PIN; without a window nobody can type one. */
  keyAsksForPin: boolean
  module: string
}

/** Makes the sandbox's token and registers it and the authority's CA with the sandbox's browser. */
export async function plugInToken(
  sandbox: Sandbox,
  order: Omit<TokenOrder, 'module' | 'soPin' | 'label'> & { caPem: string },
): Promise<void> {
  const module = softhsmModule()
  if (module === undefined) throw new Error('SoftHSM is not installed')
  const { caPem, ...rest } = order
  await writeFile(
    join(sandbox.folder, 'token/softhsm2.conf'),
    `directories.tokendir = ${join(sandbox.folder, 'token/tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  )
  const { env } = sandbox
  await run(process.execPath, [join(import.meta.dirname, 'write-token.ts')], {
    env,
    input: JSON.stringify({ ...rest, module, label: 'Recipisa', soPin: '12345678' } satisfies TokenOrder),
  })
  const database = `sql:${join(sandbox.home, '.pki/nssdb')}`
  await run('certutil', ['-d', database, '-N', '--empty-password'], { env })
  await run('certutil', ['-d', database, '-A', '-n', 'Recipisa test CA', '-t', 'CT,C,C'], { env, input: caPem })
  // FRIENDLY: certificates are readable before the PIN is given.
  await run(
    'modutil',
    ['-dbdir', database, '-add', 'Recipisa', '-libfile', module, '-mechanisms', 'FRIENDLY', '-force'],
    {
      env,
    },
  )
}
