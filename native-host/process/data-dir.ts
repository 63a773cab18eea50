import { join } from 'node:path'

/** Default folder of the host's data: each system's place for a user's application data. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Recipisa')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Recipisa')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'recipisa')
}
