import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from '../../browser/support/machine/machine.ts'
import { run } from '../../support/run-program.ts'
import { prefsOf } from './prefs.ts'

/** Creates the machine's Firefox profile, with the authority's CA and the person's certificate; returns its folder. */
export async function makeProfile({ sandbox, authority, person }: Machine, outsidePort: number): Promise<string> {
  const { env } = sandbox
  const profile = join(sandbox.folder, 'firefox')
  await mkdir(profile)
  const prefs = Object.entries(prefsOf({ outsidePort, downloads: sandbox.downloads }))
  const lines = prefs.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))

  const database = `sql:${profile}`
  await run('certutil', ['-d', database, '-N', '--empty-password'], { env })
  const trusted = ['-A', '-n', 'Recipisa test CA', '-t', 'CT,C,C']
  await run('certutil', ['-d', database, ...trusted], { env, input: authority.caPem })
  // A database imports the key only inside PKCS#12, whose password is no secret here.
  const file = join(sandbox.folder, 'person.p12')
  const pem = `${person.privateKeyPem}${person.certificatePem}`
  await run('openssl', ['pkcs12', '-export', '-out', file, '-passout', 'pass:test'], { env, input: pem })
  await run('pk12util', ['-d', database, '-i', file, '-W', 'test', '-K', ''], { env })
  await rm(file)
  return profile
}
