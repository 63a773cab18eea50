// The Windows installer: for one person, without an administrator, made by wixl on any system that has it.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { hostManifest, manifestName } from '../../manifests/host-manifest.ts'
import { besideNodeBatch } from '../../manifests/launcher.ts'
import { ROOT, runOrFail } from '../tools.mjs'
import { icon } from './windows/icon.mjs'
import { productXml } from './windows/product-xml.mjs'
import { readme } from './windows/readme.mjs'
import { sign } from './windows/sign.mjs'
import { completeTables } from './windows/tables.mjs'

const LAUNCHER = 'recipisa-host.bat'
const ICON_SIZES = [16, 32, 48, 128]

/**
 * Makes the installer `file` from a payload for win32. Files go to `%LOCALAPPDATA%\Programs\Recipisa`; an installer of a
 * higher `version` (three numbers) replaces an earlier one. Returns whether it is signed (windows/sign.mjs).
 */
export async function buildMsi({ payload, file, version }) {
  const work = await mkdtemp(join(tmpdir(), 'recipisa-msi-'))
  try {
    const files = new Map([...(await filesOf(payload)), ...(await writeFiles(work, ownFiles(version)))])
    const iconFile = join(work, 'recipisa.ico')
    await writeFile(iconFile, icon(await pictures()))
    const xmlFile = join(work, 'recipisa.wxs')
    await writeFile(xmlFile, productXml({ version, files, icon: iconFile }))
    await runOrFail('wixl', ['--arch', 'x64', '--output', resolve(file), xmlFile], { quiet: true })
    await completeTables(resolve(file), work)
    const isSigned = await sign(resolve(file))
    if (!isSigned)
      console.log(`${file} is not signed: Windows will warn. RECIPISA_SIGNING_CERTIFICATE names a certificate.`)
    return { isSigned }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The files beside the payload on Windows, by name. */
const ownFiles = version => ({
  'recipisa.cmd': besideNodeBatch(),
  [LAUNCHER]: besideNodeBatch(),
  [manifestName('chromium')]: hostManifest('chromium', LAUNCHER),
  [manifestName('firefox')]: hostManifest('firefox', LAUNCHER),
  'README.txt': readme(version),
})

async function writeFiles(folder, texts) {
  const files = Object.entries(texts).map(([name, content]) => [name, join(folder, name), content])
  for (const [, path, content] of files) await writeFile(path, content)
  return files.map(([name, path]) => [name, path])
}

/** The files of a folder: path below it, with slashes, and the whole path. */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => resolve(entry.parentPath, entry.name))
    .map(path => [relative(folder, path).replaceAll('\\', '/'), path])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

async function pictures() {
  const read = async size => [size, await readFile(join(ROOT, `extension/public/icon/${size}.png`))]
  return new Map(await Promise.all(ICON_SIZES.map(read)))
}
