// The parts of a .pkg for macOS. Apple's pkgbuild and productbuild exist on a Mac only, so a person runs them there.
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { escapeXml } from '../../shared/xml/escape-xml.ts'
import { ROOT } from '../tools.mjs'
import { layOutForEverybody } from './for-everybody.mjs'
import { packTar } from './tar.mjs'

const IDENTIFIER = 'ro.recipisa'
/** Apple's names for the processors. */
const ARCHITECTURES = { arm64: 'arm64', x64: 'x86_64' }

/**
 * Builds an archive with a folder `name`: `root/` as it will lie on the computer, `distribution.xml` and `resources/` for the
 * installer's windows, and `build-pkg.sh`, which makes the .pkg. `epoch` is the time of all files in seconds, `level` gzip's.
 */
export async function buildPkgParts({ payload, name, file, version, arch, epoch, level = 6 }) {
  const staging = await mkdtemp(join(dirname(payload), 'pkg-'))
  const folder = join(staging, name)
  try {
    await mkdir(join(folder, 'resources'), { recursive: true })
    await layOutForEverybody(join(folder, 'root'), { payload, system: 'darwin', prefix: '/usr/local' })
    await cp(join(ROOT, 'LICENSE'), join(folder, 'resources/LICENSE'))
    await writeFile(join(folder, 'distribution.xml'), distribution(version, ARCHITECTURES[arch]))
    await writeFile(join(folder, 'build-pkg.sh'), script(name, version))
    await chmod(join(folder, 'build-pkg.sh'), 0o755)
    await packTar({ parent: staging, name, file, epoch, level })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** The oldest macOS that Node 26 is built for is 13.5. */
const distribution = (version, architecture) => `<?xml version="1.0" encoding="utf-8"?>
<installer-gui-script minSpecVersion="2">
  <title>Recipisa</title>
  <license file="LICENSE" mime-type="text/plain"/>
  <options customize="never" require-scripts="false" hostArchitectures="${escapeXml(architecture)}"/>
  <domains enable_localSystem="true" enable_currentUserHome="false"/>
  <allowed-os-versions><os-version min="13.5"/></allowed-os-versions>
  <choices-outline><line choice="recipisa"/></choices-outline>
  <choice id="recipisa" title="Recipisa"><pkg-ref id="${IDENTIFIER}"/></choice>
  <pkg-ref id="${IDENTIFIER}" version="${escapeXml(version)}">recipisa-component.pkg</pkg-ref>
</installer-gui-script>
`

const script = (name, version) => `#!/bin/sh
# Makes ${name}.pkg on a Mac, signed where the name of a "Developer ID Installer" certificate is given:
#   ./build-pkg.sh ["Developer ID Installer: …"]
set -eu
cd "$(dirname "$0")"
pkgbuild --root root --install-location / --ownership recommended \\
  --identifier ${IDENTIFIER} --version ${version} recipisa-component.pkg
if [ $# -gt 0 ]; then set -- --sign "$1"; fi
productbuild --distribution distribution.xml --resources resources --package-path . "$@" ${name}.pkg
rm recipisa-component.pkg
`
