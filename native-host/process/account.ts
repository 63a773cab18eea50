import { userInfo } from 'node:os'

/** The name of the account that this process runs as, for what is written down with a name; never empty. */
export function accountName(): string {
  try {
    return userInfo().username || 'unknown'
  } catch {
    return `uid ${process.getuid?.() ?? '?'}` // an account without an entry among the system's users
  }
}
