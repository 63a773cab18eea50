import { userInfo } from 'node:os'

/** The name of the account that this process runs as, for records that carry a name; never empty. */
export function accountName(): string {
  try {
    return userInfo().username || 'unknown'
  } catch {
    return `uid ${process.getuid?.() ?? '?'}` // an account unknown to the system's user list
  }
}
