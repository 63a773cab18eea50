import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Issued } from '../../authority/certificates.ts'
import { softhsmModule, tokenFolder, writeToken } from '../../browser/support/token/token.ts'
import type { Env } from './host.ts'

/** A software token, and a person at a window that asks for its PIN. */
export type PluggedToken = {
  /** Path of the PKCS#11 library. */
  driver: string
  env: Env
  /** The folder of the token's objects: removing it removes the token. */
  objects: string
  /** The person's next input. */
  types(pin: string): Promise<void>
  /** The number of the window's prompts. */
  timesAsked(): Promise<number>
  /** The window's last text. */
  said(): Promise<string>
}

/** Makes a token with a person's key in this folder. The window is a test program that speaks like pinentry. */
export async function plugIn(folder: string, person: Issued, pin: string): Promise<PluggedToken> {
  const driver = softhsmModule()
  if (driver === undefined) throw new Error('SoftHSM is not installed')
  const settings = await tokenFolder(folder)
  const [bin, log, typed] = [join(folder, 'bin'), join(folder, 'pinentry.log'), join(folder, 'typed')]
  await mkdir(bin)
  const window = `#!/bin/sh
echo 'OK Pleased to meet you'
while read -r line; do
  echo "$line" >> '${log}'
  case "$line" in
    GETPIN) if [ -s '${typed}' ]; then echo "D $(cat '${typed}')"; fi; echo OK ;;
    BYE) echo OK; exit ;;
    *) echo OK ;;
  esac
done
`
  await writeFile(join(bin, 'pinentry'), window)
  await chmod(join(bin, 'pinentry'), 0o755)
  await writeFile(typed, pin)
  await writeFile(log, '')
  const env = { ...settings, PATH: `${bin}:${process.env.PATH}` }
  await writeToken(env, {
    ...{ certificate: person.certificatePem, privateKey: person.privateKeyPem, pin, soPin: '12345678' },
    ...{ label: 'Recipisa', keyAsksForPin: true, module: driver },
  })
  const lines = async () => (await readFile(log, 'utf8')).split('\n')
  return {
    driver,
    env,
    objects: join(folder, 'tokens'),
    types: next => writeFile(typed, next),
    timesAsked: async () => (await lines()).filter(line => line === 'GETPIN').length,
    said: async () => (await lines()).findLast(line => line.startsWith('SETDESC')) ?? '',
  }
}
