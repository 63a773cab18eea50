import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
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
  /** A real token's key asks for its PIN; without a window nobody can type it. */
  keyAsksForPin: boolean
  module: string
}

/** SoftHSM's configuration for the tokens of a folder, for the environment of every program that uses them. */
export async function tokenFolder(folder: string): Promise<{ SOFTHSM2_CONF: string }> {
  const file = join(folder, 'softhsm2.conf')
  await mkdir(join(folder, 'tokens'), { recursive: true })
  await writeFile(
    file,
    `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  )
  return { SOFTHSM2_CONF: file }
}

/** Adds a token to those of an environment. */
export async function writeToken(env: Readonly<Record<string, string>>, order: TokenOrder): Promise<void> {
  const program = join(import.meta.dirname, 'write-token.ts')
  await run(process.execPath, [program], { env, input: JSON.stringify(order) })
}

/** Creates the sandbox's token and registers it and the authority's CA with the sandbox's browser. */
export async function plugInToken(
  sandbox: Sandbox,
  order: Omit<TokenOrder, 'module' | 'soPin' | 'label'> & { caPem: string },
): Promise<void> {
  const module = softhsmModule()
  if (module === undefined) throw new Error('SoftHSM is not installed')
  const { caPem, ...rest } = order
  await tokenFolder(join(sandbox.folder, 'token'))
  const { env } = sandbox
  await writeToken(env, { ...rest, module, label: 'Recipisa', soPin: '12345678' })
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
