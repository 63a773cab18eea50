// The programs that the machine needs besides Node and npm, and their names on each system. Runs on Node 20 without
// packages.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

const anyFile = (...paths) => paths.some(path => existsSync(path))

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts', '/Library/Fonts']
const anyFont = () =>
  FONT_FOLDERS.some(
    folder =>
      existsSync(folder) && readdirSync(folder, { recursive: true }).some(file => /\.(ttf|otf|ttc)$/.test(file)),
  )

const TOKEN_LIBRARY = fileURLToPath(new URL('../node_modules/pkcs11js/build/Release/pkcs11.node', import.meta.url))

export const hasTokenLibrary = () => existsSync(TOKEN_LIBRARY)
export const hasCompiler = () => onPath('g++') && onPath('make') && onPath('python3')

/** `for`: the part that needs it, in words. Packages are named by package manager; null if a system has none. */
const NEEDS = [
  {
    what: 'a C++ compiler, make and Python (they build pkcs11js, which reads tokens)',
    for: 'browser token',
    have: () => hasTokenLibrary() || hasCompiler(),
    apt: ['g++', 'make', 'python3'],
    dnf: ['gcc-c++', 'make', 'python3'],
    pacman: ['gcc', 'make', 'python'],
    brew: null,
  },
  {
    what: 'Chromium',
    for: 'browser',
    have: () => anyFile('/usr/bin/chromium', '/usr/bin/chromium-browser'),
    apt: ['chromium'],
    dnf: ['chromium'],
    pacman: ['chromium'],
    brew: null,
  },
  {
    what: 'SoftHSM (a certificate token in software)',
    for: 'browser token',
    have: () =>
      anyFile(
        '/usr/lib/softhsm/libsofthsm2.so',
        '/usr/lib64/pkcs11/libsofthsm2.so',
        '/usr/lib64/softhsm/libsofthsm.so',
      ),
    apt: ['softhsm2'],
    dnf: ['softhsm'],
    pacman: ['softhsm'],
    brew: ['softhsm'],
  },
  {
    what: "SoftHSM and OpenSSL's engine for tokens (the command line's certificate on a token)",
    for: 'token',
    have: () =>
      (hasTokenLibrary() || hasCompiler()) &&
      anyFile(
        '/usr/lib/softhsm/libsofthsm2.so',
        '/usr/lib64/pkcs11/libsofthsm2.so',
        '/usr/lib64/softhsm/libsofthsm.so',
      ) &&
      anyFile(
        '/usr/lib/x86_64-linux-gnu/engines-3/pkcs11.so',
        '/usr/lib/aarch64-linux-gnu/engines-3/pkcs11.so',
        '/usr/lib64/engines-3/pkcs11.so',
        '/usr/lib/engines-3/pkcs11.so',
      ),
    apt: ['softhsm2', 'libengine-pkcs11-openssl'],
    dnf: ['softhsm', 'openssl-pkcs11'],
    pacman: ['softhsm', 'libp11'],
    brew: null,
  },
  {
    what: 'certutil and modutil (they show token and CA to Chromium)',
    for: 'browser',
    have: () => onPath('certutil') && onPath('modutil'),
    apt: ['libnss3-tools'],
    dnf: ['nss-tools'],
    pacman: ['nss'],
    brew: ['nss'],
  },
  {
    what: 'Firefox',
    for: 'firefox',
    have: () => anyFile('/usr/bin/firefox-esr', '/usr/lib64/firefox/firefox', '/usr/lib/firefox/firefox'),
    apt: ['firefox-esr'],
    dnf: ['firefox'],
    pacman: ['firefox'],
    brew: null,
  },
  {
    what: 'certutil, pk12util and openssl (they give Firefox the CA and a certificate)',
    for: 'firefox',
    have: () => onPath('certutil') && onPath('pk12util') && onPath('openssl'),
    apt: ['libnss3-tools', 'openssl'],
    dnf: ['nss-tools', 'openssl'],
    pacman: ['nss', 'openssl'],
    brew: ['nss', 'openssl'],
  },
  {
    what: 'fonts',
    for: 'browser',
    have: anyFont,
    apt: ['fonts-dejavu-core', 'fonts-liberation'],
    dnf: ['dejavu-sans-fonts'],
    pacman: ['ttf-dejavu'],
    brew: null,
  },
  {
    what: 'Xvfb and xdotool (a screen and a keyboard for the test that types the PIN)',
    for: 'screen',
    have: () => onPath('Xvfb') && onPath('xdotool'),
    apt: ['xvfb', 'xdotool'],
    dnf: ['xorg-x11-server-Xvfb', 'xdotool'],
    pacman: ['xorg-server-xvfb', 'xdotool'],
    brew: null,
  },
  {
    what: 'gnome-keyring and dbus (a credential store for the test that keeps secrets in one)',
    for: 'credential-store',
    have: () => onPath('gnome-keyring-daemon') && onPath('dbus-run-session'),
    apt: ['gnome-keyring', 'dbus-daemon'],
    dnf: ['gnome-keyring', 'dbus-daemon'],
    pacman: ['gnome-keyring', 'dbus'],
    brew: null,
  },
  {
    what: 'wine (it runs the Windows installer and what that installs)',
    for: 'windows',
    have: () => onPath('wine') && onPath('wineserver'),
    apt: ['wine', 'wine64'],
    dnf: ['wine-core'],
    pacman: ['wine'],
    brew: null,
  },
  {
    what: 'wixl, msibuild and osslsigncode (they make and sign the Windows installer)',
    for: 'package',
    have: () => onPath('wixl') && onPath('msibuild') && onPath('osslsigncode'),
    apt: ['wixl', 'msitools', 'osslsigncode'],
    dnf: ['msitools', 'osslsigncode'],
    pacman: null,
    brew: ['msitools', 'osslsigncode'],
  },
  {
    what: 'a C++ compiler for Windows (it builds pkcs11js for the Windows installer)',
    for: 'package',
    have: () => onPath('x86_64-w64-mingw32-g++') && onPath('x86_64-w64-mingw32-dlltool'),
    apt: ['g++-mingw-w64-x86-64-win32'],
    dnf: ['mingw64-gcc-c++'],
    pacman: ['mingw-w64-gcc'],
    brew: ['mingw-w64'],
  },
  {
    what: 'dpkg (it builds the package for Debian and Ubuntu)',
    for: 'package',
    have: () => onPath('dpkg-deb'),
    apt: ['dpkg'],
    dnf: ['dpkg'],
    pacman: ['dpkg'],
    brew: ['dpkg'],
  },
  {
    what: 'LibreOffice Calc (it opens the workbooks that exports make)',
    for: 'spreadsheets',
    // A LibreOffice may be there without its Calc.
    have: () =>
      onPath('soffice') &&
      anyFile(
        '/usr/lib/libreoffice/program/libsclo.so',
        '/usr/lib64/libreoffice/program/libsclo.so',
        '/Applications/LibreOffice.app/Contents/Frameworks/libsclo.dylib',
      ),
    apt: ['libreoffice-calc-nogui'],
    dnf: ['libreoffice-calc'],
    pacman: ['libreoffice-still'],
    brew: null,
  },
  {
    what: 'pdfinfo and pdftotext (they open the PDFs that exports make)',
    for: 'pdf',
    have: () => onPath('pdfinfo') && onPath('pdftotext'),
    apt: ['poppler-utils'],
    dnf: ['poppler-utils'],
    pacman: ['poppler'],
    brew: ['poppler'],
  },
  {
    what: 'PostgreSQL 15 or newer (a server of its own for each test of an office)',
    for: 'office',
    have: () => anyFile(...['15', '16', '17', '18'].map(version => `/usr/lib/postgresql/${version}/bin/initdb`)),
    apt: ['postgresql'],
    dnf: null,
    pacman: null,
    brew: null,
  },
  {
    what: 'zsh and fish (the shells whose completion is tested beside that of bash)',
    for: 'shells',
    have: () => onPath('zsh') && onPath('fish'),
    apt: ['zsh', 'fish'],
    dnf: ['zsh', 'fish'],
    pacman: ['zsh', 'fish'],
    brew: ['zsh', 'fish'],
  },
]

/** The needs that this machine does not meet. */
export const missing = () => NEEDS.filter(need => !need.have())

const MANAGERS = [
  { name: 'apt', program: 'apt-get', command: 'apt-get install -y --no-install-recommends' },
  { name: 'dnf', program: 'dnf', command: 'dnf install' },
  { name: 'pacman', program: 'pacman', command: 'pacman -S' },
  { name: 'brew', program: 'brew', command: 'brew install' },
]

/** The command that installs these needs on this machine; undefined for an unknown package manager. */
export function installCommand(needs) {
  const manager = MANAGERS.find(({ program }) => onPath(program))
  const packages = manager ? [...new Set(needs.flatMap(need => need[manager.name] ?? []))] : []
  if (!manager || packages.length === 0) return undefined
  const asRoot = process.getuid?.() === 0 || manager.name === 'brew' ? '' : 'sudo '
  return { manager: manager.name, packages, text: `${asRoot}${manager.command} ${packages.join(' ')}` }
}

/** Those of these packages that apt knows, by the output of `apt-cache show` for all of them. */
export function knownToApt(packages, shown) {
  const known = new Set([...shown.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name))
  return packages.filter(name => known.has(name))
}

/** The needs in words, with the command that installs them if there is one. */
export function explain(needs) {
  const command = installCommand(needs)
  return [
    'Missing on this machine:',
    ...needs.map(need => `  - ${need.what}`),
    command
      ? `Install: ${command.text}`
      : 'Install them by hand; this part runs on Linux (Debian, Ubuntu, Fedora, Arch).',
  ].join('\n')
}
