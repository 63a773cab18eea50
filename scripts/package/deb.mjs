// The package for Debian, Ubuntu and their relatives: the program for all users of the computer, known to every browser.
import { chmod, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SCRIPTS } from '../../native-host/cli/completion/scripts.ts'
import { ROOT, runOrFail, toolsEnv } from '../tools.mjs'
import { layOutForEverybody, writeBelow } from './for-everybody.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

const DOCUMENTS = '/usr/share/doc/recipisa'

/** Where each shell looks for the completions of packages. */
const COMPLETIONS = {
  bash: '/usr/share/bash-completion/completions/recipisa',
  zsh: '/usr/share/zsh/vendor-completions/_recipisa',
  fish: '/usr/share/fish/vendor_completions.d/recipisa.fish',
}

/**
 * Builds the package of a payload in `folder` and returns it. `arch` is Node's name, `epoch` the time of all files in
 * seconds, `compression` dpkg-deb's, at a level that takes a third of the usual one's time.
 *
 * It has no maintainer scripts, so nothing of ours runs as root. Its files in /etc are no conffiles: dpkg would leave those
 * behind, and every browser would go on looking for a program that is gone.
 */
export async function buildDeb({ payload, folder, version, arch, epoch, compression = 'xz' }) {
  const root = await mkdtemp(join(dirname(payload), 'deb-'))
  try {
    await chmod(root, 0o755)
    await layOut(root, payload)
    await writeBelow(root, '/DEBIAN/control', control(version, ARCHITECTURES[arch], await sizeOf(root)))
    const file = join(folder, `recipisa_${version}_${ARCHITECTURES[arch]}.deb`)
    const args = ['--build', '--root-owner-group', `-Z${compression}`, '-z3', root, file]
    await runOrFail('dpkg-deb', args, { env: toolsEnv({ SOURCE_DATE_EPOCH: String(epoch) }), quiet: true })
    return file
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function layOut(root, payload) {
  await layOutForEverybody(root, { payload, system: 'linux', prefix: '/usr' })
  for (const [shell, file] of Object.entries(COMPLETIONS)) await writeBelow(root, file, SCRIPTS[shell])
  await writeBelow(root, `${DOCUMENTS}/README.Debian`, README)
  await writeBelow(root, `${DOCUMENTS}/copyright`, await readFile(join(ROOT, 'LICENSE')))
  await writeBelow(root, `${DOCUMENTS}/changelog.gz`, gzipSync(await readFile(join(ROOT, 'CHANGELOG.md'))))
}

/** Bytes of all files below a folder. */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  const sizes = await Promise.all(files.map(async file => (await lstat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * The libraries are those that Node's own binary names; its symbols need glibc 2.28. The engine is for `--token`
 * (docs/token.md).
 */
const control = (version, architecture, bytes) => `Package: recipisa
Version: ${version}
Architecture: ${architecture}
Maintainer: Recipisa contributors
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1
Recommends: libengine-pkcs11-openssl
Suggests: gnome-keyring
Section: misc
Priority: optional
Description: local archive of e-invoices, receipts and SPV messages
 Keeps the documents that Romania's tax authority (ANAF) has for a firm on
 the accountant's own computer. This is the program that the Recipisa
 extension of Chrome, Chromium, Edge, Brave, Vivaldi, Opera or Firefox talks
 to, and the command recipisa.
`

/** The steps that removing the package cannot take for each of the computer's users. */
const README = `Înainte de dezinstalare, cine a programat sincronizarea o oprește cu: recipisa schedule remove
O programare rămasă nu mai pornește nimic. Arhiva fiecăruia rămâne în ~/.local/share/recipisa, iar autorizarea și
secretul aplicației în depozitul de parole; le șterge: recipisa host uninstall --secrets

Before removing the package, whoever has scheduled the sync takes that back with: recipisa schedule remove
A schedule that stays starts nothing any more. Everybody's archive stays in ~/.local/share/recipisa, and the
authorization and client secret in the credential store; they are deleted by: recipisa host uninstall --secrets
`
