import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TokenAnswer } from '../../authority/login/tokens.ts'
import type { Office } from './office.ts'
import { type PreparedEnv, prepare } from './prepare.ts'

/**
 * Another accountant's machine at the same authority: its own data and profile, signed in with its own tokens;
 * by default with tokens that reach every company.
 */
export async function anotherMachine(
  { authority, env }: Pick<Office, 'authority' | 'env'>,
  name: string,
  signedIn?: TokenAnswer,
): Promise<PreparedEnv> {
  const folder = join(dirname(env.RECIPISA_DATA_DIR), name)
  mkdirSync(folder, { recursive: true })
  const profile = JSON.parse(readFileSync(authority.profilePath, 'utf8'))
  const path = join(folder, 'profile.json')
  writeFileSync(path, JSON.stringify({ ...profile, office: undefined }))
  const machine = { ...env, RECIPISA_PROFILE: path, RECIPISA_DATA_DIR: join(folder, 'data') }
  const tokens = JSON.stringify(signedIn ?? (await authority.issueTokens()))
  await prepare(machine, async (_call, services) => (await services.tokens()).import(tokens))
  return machine
}
