import { VERSION } from './product.ts'

/**
 * The address for downloading the local program, named only here. Nothing is loaded from there unless a person clicks.
 */
const DOWNLOADS = 'https://recipisa.ro/descarca'

/** A computer with an installer. */
export type Computer = { system: 'windows' | 'macos' | 'linux'; processor: 'x64' | 'arm64' }

/** The command for a developer in a checkout, instead of downloading. */
export const DEVELOPER_COMMAND = 'npm ci && npm run build && npx recipisa host install'

/** The installers of this version for a computer, the usual one first, by the names that `npm run package` gives them. */
export function installersFor({ system, processor }: Computer): { file: string; url: string }[] {
  return filesFor(system, processor).map(file => ({ file, url: `${DOWNLOADS}/${file}` }))
}

function filesFor(system: Computer['system'], processor: Computer['processor']): string[] {
  switch (system) {
    case 'windows':
      return [`recipisa-${VERSION}-windows-x64.msi`] // Windows runs it on ARM too
    case 'macos':
      return [`recipisa-${VERSION}-macos-${processor}.tar.gz`]
    case 'linux':
      return [
        `recipisa_${VERSION}_${processor === 'x64' ? 'amd64' : 'arm64'}.deb`,
        `recipisa-${VERSION}-linux-${processor}.tar.gz`,
      ]
  }
}
