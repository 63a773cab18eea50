import { existsSync } from 'node:fs'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** Paths of libp11's engine for OpenSSL 3 on Debian, Ubuntu, Fedora, openSUSE and Arch; Node loads it by path. */
const ENGINES = [
  '/usr/lib/x86_64-linux-gnu/engines-3/pkcs11.so',
  '/usr/lib/aarch64-linux-gnu/engines-3/pkcs11.so',
  '/usr/lib64/engines-3/pkcs11.so',
  '/usr/lib/engines-3/pkcs11.so',
]

/** The part of OpenSSL that signs with a token's key. Throws `token-engine-missing`. */
export function findEngine(): string {
  const found = ENGINES.find(path => existsSync(path))
  if (found === undefined) throw new RecipisaError('token-engine-missing')
  return found
}
