// The artefacts of a release. Each entry writes its files into the release's folder.
import { join } from 'node:path'
import { runOrFail } from '../tools.mjs'
import { checkBinaries } from './binaries.mjs'
import { buildDeb } from './deb.mjs'
import { buildStoreZip } from './extension.mjs'
import { lintAddon } from './lint-addon.mjs'
import { buildMsi } from './msi.mjs'
import { makePayload } from './payload.mjs'
import { buildPkgParts } from './pkg.mjs'
import { buildTar } from './tar.mjs'

/** Everything by its name, as `--without` takes it. `about`: version, epoch, and the folders `release` and `work`. */
export const ARTEFACTS = {
  async msi(about) {
    const payload = await payloadFor(about, 'win32', 'x64')
    const { release, version } = about
    await buildMsi({ payload, version, file: join(release, `recipisa-${version}-windows-x64.msi`) })
  },

  async deb(about) {
    const { release, version, epoch } = about
    for (const arch of ['x64', 'arm64']) {
      const payload = await payloadFor(about, 'linux', arch)
      await buildDeb({ payload, folder: release, version, arch, epoch })
    }
  },

  async linux(about) {
    for (const arch of ['x64', 'arm64']) await tarFor(about, 'linux', arch)
  },

  async macos(about) {
    for (const arch of ['arm64', 'x64']) {
      await tarFor(about, 'darwin', arch)
      const { release, version, epoch } = about
      const payload = await payloadFor(about, 'darwin', arch)
      const name = `recipisa-${version}-macos-${arch}`
      await buildPkgParts({ payload, name, file: join(release, `${name}-pkg.tar.gz`), version, arch, epoch })
    }
  },

  /** Chrome's and Edge's stores take the same package. */
  async chromium({ release, version }) {
    await buildStoreZip({ browser: 'chrome', file: join(release, `recipisa-${version}-chromium.zip`) })
  },

  async firefox({ release, version, work }) {
    const file = join(release, `recipisa-${version}-firefox.zip`)
    await buildStoreZip({ browser: 'firefox', file })
    await lintAddon({ file, work })
  },

  /** For the reviewers of addons.mozilla.org (docs/store/reviewers.md): everything that the repository holds. */
  async source({ release, version }) {
    const name = `recipisa-${version}-source`
    await runOrFail('git', [
      'archive',
      '--format=zip',
      `--prefix=${name}/`,
      `--output=${join(release, name)}.zip`,
      'HEAD',
    ])
  },
}

const SYSTEMS = { linux: 'linux', darwin: 'macos' }

async function tarFor(about, platform, arch) {
  const { release, version, epoch } = about
  const payload = await payloadFor(about, platform, arch)
  const name = `recipisa-${version}-${SYSTEMS[platform]}-${arch}`
  await buildTar({ payload, name, file: join(release, `${name}.tar.gz`), epoch })
}

const payloads = new Map()

/** The folder that every installer for this system ships, made once. */
function payloadFor({ work }, platform, arch) {
  const folder = join(work, `${platform}-${arch}`)
  const made = async () => {
    await makePayload(folder, { platform, arch })
    await checkBinaries(folder, platform, arch)
    return folder
  }
  if (!payloads.has(folder)) payloads.set(folder, made())
  return payloads.get(folder)
}
