import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** What PostgreSQL itself takes. */
const ITERATIONS = 4096

/**
 * What PostgreSQL keeps instead of a password (SCRAM-SHA-256, RFC 5803): with it in the statement that makes a login, no
 * password stands in the server's log. `password`: ASCII.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString('base64')}$${stored}:${server}`
}

/** A password that nobody has to remember: 160 bits as letters and digits. */
export function newPassword(): string {
  return randomBytes(20).toString('hex')
}
