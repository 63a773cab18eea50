import { join } from 'node:path'

/** Where data lies unless told otherwise: the place that each system sets aside for a user's application data. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Recipisa')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Recipisa')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'recipisa')
}
