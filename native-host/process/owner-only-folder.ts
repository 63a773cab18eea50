import { chmod, stat } from 'node:fs/promises'

/**
 * Closes a folder to other users, however it got a wider mode: by hand, by an installer, under another umask. Windows
 * does that on its own for a user's folders.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const { mode } = await stat(folder)
  if ((mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}
