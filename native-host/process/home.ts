import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The person's home folder. If the environment names none, or one that depends on the working directory (`HOME=`), it
 * is the system's home for the user.
 */
export function homeFolder(named = homedir()): string {
  return isAbsolute(named) ? named : userInfo().homedir
}
