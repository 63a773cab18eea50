// wixl's input for the Windows installer: folders, files, registry keys and the entry in the programs list.
import { createHash } from 'node:crypto'
import { posix, relative } from 'node:path'
import { BROWSERS } from '../../../manifests/browsers.ts'
import { manifestName } from '../../../manifests/host-manifest.ts'
import { hostKey } from '../../../manifests/registration-files.ts'
import { PRODUCT } from '../../../shared/domain/product.ts'
import { escapeXml } from '../../../shared/xml/escape-xml.ts'
import { ROOT } from '../../tools.mjs'

/** Identifies all versions of the installer to Windows: it never changes. */
const UPGRADE_CODE = '5B0E4C5A-7E0F-4C1B-9C55-3C0B7C1D9A41'

/** The component of the registry keys. */
export const REGISTRATION = 'registration'

/**
 * `files`: path of each file below the installed folder, with slashes, to the file that is its source. `version`: three
 * numbers. `icon`: an .ico file for the programs list.
 */
export function productXml({ version, files, icon }) {
  const folders = foldersOf([...files.keys()])
  const components = [...folders.keys()].map(componentOf)
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="*" Name="${PRODUCT}" UpgradeCode="${UPGRADE_CODE}" Version="${version}" Manufacturer="${PRODUCT}" Language="1033">
    <Package InstallerVersion="500" Compressed="yes" InstallScope="perUser" Description="${PRODUCT} ${version}"/>
    <MajorUpgrade DowngradeErrorMessage="said by tables.mjs"/>
    <Media Id="1" Cabinet="recipisa.cab" EmbedCab="yes"/>
    <Icon Id="recipisa.ico" SourceFile="${source(icon)}"/>
    <Property Id="ARPPRODUCTICON" Value="recipisa.ico"/>
    <Property Id="ARPNOMODIFY" Value="1"/>
    <CustomAction Id="SayWhereArchiveIs" Property="ARPCOMMENTS" Value="said by tables.mjs"/>
    <CustomAction Id="SayWhatToRead" Property="ARPREADME" Value="[INSTALLDIR]README.txt"/>
    <CustomAction Id="SayWhereItIs" Property="ARPINSTALLLOCATION" Value="[INSTALLDIR]"/>
    <InstallExecuteSequence>
      <Custom Action="SayWhereArchiveIs" After="CostFinalize"/>
      <Custom Action="SayWhatToRead" After="SayWhereArchiveIs"/>
      <Custom Action="SayWhereItIs" After="SayWhatToRead"/>
    </InstallExecuteSequence>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="LocalAppDataFolder">
        <Directory Id="PROGRAMS" Name="Programs">
          <Directory Id="INSTALLDIR" Name="${PRODUCT}">
            ${registration()}
            ${contentOf('', folders, files)}
          </Directory>
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="everything" Level="1">
      ${[REGISTRATION, ...components].map(id => `<ComponentRef Id="${id}"/>`).join('\n      ')}
    </Feature>
  </Product>
</Wix>
`
}

/** The registry keys by which browsers find the host. */
function registration() {
  const values = BROWSERS.map(
    ({ family, registryKey }, index) =>
      `<RegistryValue Root="HKCU" Key="${escapeXml(hostKey(registryKey))}" Type="string" Value="[INSTALLDIR]${manifestName(family)}" KeyPath="${index === 0 ? 'yes' : 'no'}"/>`,
  )
  return `<Component Id="${REGISTRATION}" Guid="${guidOf('registration')}">
              ${values.join('\n              ')}
            </Component>`
}

/** Every folder of these files with the names of its files; the installed folder is the empty path. */
function foldersOf(paths) {
  const folders = new Map([['', []]])
  for (const path of paths) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      if (!folders.has(folder)) folders.set(folder, [])
    }
    folders.get(parts.slice(0, -1).join('/')).push(path)
  }
  return folders
}

/** A folder's own files as one component, and the folders in it. */
function contentOf(folder, folders, files) {
  const own = folders
    .get(folder)
    .map(
      (path, index) =>
        `<File Id="${idOf('file', path)}" Name="${escapeXml(posix.basename(path))}" Source="${source(files.get(path))}" KeyPath="${index === 0 ? 'yes' : 'no'}"/>`,
    )
  const within = [...folders.keys()].filter(
    each => each !== '' && (posix.dirname(each) === folder || (folder === '' && !each.includes('/'))),
  )
  return `<Component Id="${componentOf(folder)}" Guid="${guidOf(`folder ${folder}`)}">
              ${own.join('\n              ')}
              <RemoveFolder Id="${idOf('remove', folder)}" On="uninstall"/>
            </Component>
            ${within
              .map(
                each => `<Directory Id="${idOf('folder', each)}" Name="${escapeXml(posix.basename(each))}">
            ${contentOf(each, folders, files)}
            </Directory>`,
              )
              .join('\n            ')}`
}

const componentOf = folder => idOf('files', folder)

/** wixl takes no absolute paths; it runs in the project's folder. */
const source = path => escapeXml(relative(ROOT, path))

/** An identifier of Windows Installer: letters, digits, underscores. */
const idOf = (kind, path) => `${kind}_${sha256(path).slice(0, 24)}`

/** The same id for a part in every version. */
function guidOf(part) {
  const [, ...groups] = /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(sha256(`${UPGRADE_CODE} ${part}`).toUpperCase())
  return `${groups[0]}-${groups[1]}-5${groups[2]}-8${groups[3]}-${groups[4]}`
}

const sha256 = words => createHash('sha256').update(words).digest('hex')
