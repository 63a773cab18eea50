import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** PostgreSQL's own number. */
const ITERATIONS = 4096

/**
 * PostgreSQL's stand-in for a password (SCRAM-SHA-256, RFC 5803): with it in the statement that makes a login, the
 * server's log has no password. `password`: ASCII.
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
