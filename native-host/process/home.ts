import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The person's home folder. Where the environment names none, or one that depends on where the program was started
 * (`HOME=`), it is the one that the system has for the user.
 */
export function homeFolder(named = homedir()): string {
  return isAbsolute(named) ? named : userInfo().homedir
}
