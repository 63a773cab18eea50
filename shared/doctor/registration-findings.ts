import { type Finding, finding, plain } from './finding.ts'

const INSTALL = [
  'Rulați „recipisa host install” sau instalați din nou Recipisa.',
  'Run "recipisa host install", or install Recipisa again.',
] as const

/** The doctor's findings between the browsers and the local program. */
export const REGISTRATION_FINDINGS = {
  'not-registered': finding(
    'broken',
    ['Niciun browser de pe acest calculator nu cunoaște programul local.', INSTALL[0]],
    ['No browser on this computer knows the local program.', INSTALL[1]],
  ),
  'registered-elsewhere': plain(
    'fine',
    'Browserul din care întrebați a pornit programul local; celelalte nu îl cunosc.',
    'The browser that you ask from has started the local program; the others do not know it.',
  ),
  'manifest-fine': plain(
    'fine',
    '{browser}: programul local este înregistrat.',
    '{browser}: the local program is registered.',
  ),
  'browser-unused': plain(
    'none',
    '{browser} nu este folosit pe acest calculator.',
    '{browser} is not used on this computer.',
  ),
  'manifest-missing': finding(
    'broken',
    ['{browser} nu cunoaște programul local: lipsește {path}.', INSTALL[0]],
    ['{browser} does not know the local program: {path} is missing.', INSTALL[1]],
  ),
  'manifest-folder-foreign': finding(
    'broken',
    [
      '{browser} nu cunoaște programul local, iar folderul {path} aparține altui utilizator.',
      'Cereți administratorului să vă dea folderul, apoi rulați „recipisa host install”.',
    ],
    [
      '{browser} does not know the local program, and the folder {path} belongs to another user.',
      'Ask the administrator to give you the folder, then run "recipisa host install".',
    ],
  ),
  'manifest-unreadable': finding(
    'broken',
    ['{browser} nu poate citi {path}: {problem}.', 'Ștergeți-l, apoi rulați „recipisa host install”.'],
    ['{browser} cannot read {path}: {problem}.', 'Remove it, then run "recipisa host install".'],
  ),
  'manifest-invalid': finding(
    'broken',
    ['{browser}: fișierul {path} este deteriorat.', INSTALL[0]],
    ['{browser}: the file {path} is damaged.', INSTALL[1]],
  ),
  'manifest-other-id': finding(
    'broken',
    ['{browser}: fișierul {path} nu permite extensia din această versiune.', INSTALL[0]],
    ['{browser}: the file {path} does not allow the extension of this version.', INSTALL[1]],
  ),
  'manifest-launcher-gone': finding(
    'broken',
    ['{browser} pornește {launcher}, care lipsește sau nu poate fi pornit.', INSTALL[0]],
    ['{browser} starts {launcher}, which is missing or cannot be started.', INSTALL[1]],
  ),
  'browser-sandboxed': finding(
    'look',
    [
      '{browser} este instalat ca {package}, iar de acolo nu poate porni de regulă programul local.',
      'Instalați {browser} din pachetul producătorului (.deb sau .rpm) ori folosiți alt browser.',
    ],
    [
      '{browser} is installed as a {package}, from where it usually cannot start the local program.',
      "Install {browser} from its maker's package (.deb or .rpm), or use another browser.",
    ],
  ),
  'firefox-sandboxed': finding(
    'look',
    [
      'Firefox este instalat ca {package}: pornește programul local numai printr-un serviciu pe care nu toate sistemele îl au.',
      'Dacă extensia nu găsește programul local, instalați Firefox din pachetul .deb al Mozilla.',
    ],
    [
      'Firefox is installed as a {package}: it starts the local program only through a service that not every system has.',
      "If the extension does not find the local program, install Firefox from Mozilla's .deb package.",
    ],
  ),

  'launcher-fine': plain(
    'fine',
    'Programul local pornește cu Node {version} ({node}).',
    'The local program starts with Node {version} ({node}).',
  ),
  'launcher-absent': plain(
    'none',
    'Nu este instalat niciun program local pe care să îl pornească browserele.',
    'No local program is installed for the browsers to start.',
  ),
  'launcher-unknown': finding(
    'look',
    ['{path} nu are forma pe care o scrie Recipisa.', INSTALL[0]],
    ['{path} does not have the form that Recipisa writes.', INSTALL[1]],
  ),
  'launcher-node-fails': finding(
    'broken',
    ['Programul local nu poate porni: {node} lipsește sau nu funcționează.', INSTALL[0]],
    ['The local program cannot start: {node} is missing or does not work.', INSTALL[1]],
  ),
  'launcher-node-old': finding(
    'broken',
    ['Programul local nu poate porni: {node} este Node {version}, iar el cere Node {least} sau mai nou.', INSTALL[0]],
    ['The local program cannot start: {node} is Node {version}, and it needs Node {least} or newer.', INSTALL[1]],
  ),
  'launcher-program-fails': finding(
    'broken',
    [
      'Programul local {program} lipsește sau nu pornește.',
      'Rulați „recipisa host install” din folderul în care este acum programul, sau instalați din nou Recipisa.',
    ],
    [
      'The local program {program} is missing or does not start.',
      'Run "recipisa host install" where the program is now, or install Recipisa again.',
    ],
  ),

  'version-host': plain('fine', 'Programul local are versiunea {host}.', 'The local program has version {host}.'),
  'version-both': plain(
    'fine',
    'Programul local are versiunea {host}, extensia {extension}.',
    'The local program has version {host}, the extension {extension}.',
  ),
  'version-installed-other': finding(
    'look',
    ['Browserele pornesc versiunea {installed} a programului local, iar aceasta este {host}.', INSTALL[0]],
    ['The browsers start version {installed} of the local program, and this is {host}.', INSTALL[1]],
  ),
} as const satisfies Record<string, Finding>
