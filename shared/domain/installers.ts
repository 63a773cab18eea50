import { VERSION } from './product.ts'

/** Where people download the local program. The one place that names it; nothing is loaded from it unless a person clicks. */
const DOWNLOADS = 'https://recipisa.ro/descarca'

/** Systems that there is an installer for. */
export type InstallerSystem = 'windows' | 'macos' | 'linux'

/** Files of a release by system, the usual one first, as `npm run package` names them. */
const FILES: Readonly<Record<InstallerSystem, readonly string[]>> = {
  windows: [`recipisa-${VERSION}.msi`],
  macos: [`recipisa-${VERSION}-macos.tar.gz`],
  linux: [`recipisa_${VERSION}_amd64.deb`, `recipisa-${VERSION}-linux-x64.tar.gz`],
}

/** What a developer types in a checkout instead of downloading. */
export const DEVELOPER_COMMAND = 'npm ci && npm run build && npx recipisa host install'

/** The installers of one system for this version, the usual one first. */
export const installersFor = (system: InstallerSystem): { file: string; url: string }[] =>
  FILES[system].map(file => ({ file, url: `${DOWNLOADS}/${file}` }))
