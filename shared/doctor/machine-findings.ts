import { type Finding, finding, plain } from './finding.ts'

/** The doctor's findings about the computer itself: folders, space, database, secrets, certificates. */
export const MACHINE_FINDINGS = {
  'data-folder-fine': plain('fine', 'Datele sunt în {path}.', 'The data are in {path}.'),
  'data-folder-absent': plain(
    'none',
    'Folderul datelor, {path}, se creează la prima folosire.',
    'The data folder {path} is made at the first use.',
  ),
  'data-folder-unusable': finding(
    'broken',
    [
      'În folderul datelor, {path}, nu se poate scrie: {problem}.',
      'Verificați dacă este un folder, dacă aveți dreptul să scrieți în el și dacă discul mai are loc.',
    ],
    [
      'The data folder {path} cannot be written to: {problem}.',
      'Check that it is a folder, that you may write to it, and that the disk is not full.',
    ],
  ),
  'data-folder-foreign': finding(
    'broken',
    [
      'Folderul datelor, {path}, aparține altui utilizator al calculatorului.',
      'Cereți administratorului să vi-l dea înapoi; nu porniți Recipisa ca administrator.',
    ],
    [
      'The data folder {path} belongs to another user of the computer.',
      'Ask the administrator to give it back to you; do not start Recipisa as administrator.',
    ],
  ),
  'data-folder-open': finding(
    'look',
    [
      'Și alți utilizatori ai calculatorului pot deschide folderul datelor, {path}.',
      'Porniți o sincronizare: Recipisa închide folderul la prima scriere.',
    ],
    [
      'Other users of the computer can open the data folder {path}.',
      'Start a sync: Recipisa closes the folder when it first writes to it.',
    ],
  ),

  'space-fine': plain(
    'fine',
    'Spațiu liber pe discul arhivei: {gigabytes} GB.',
    "Free space on the archive's disk: {gigabytes} GB.",
  ),
  'space-low': finding(
    'look',
    ['Pe discul arhivei au rămas {megabytes} MB liberi.', 'Eliberați spațiu pe disc în curând.'],
    ["The archive's disk has {megabytes} MB left.", 'Make room on the disk soon.'],
  ),
  'space-none': finding(
    'broken',
    ['Discul arhivei este plin: au rămas {megabytes} MB.', 'Eliberați spațiu pe disc, apoi sincronizați din nou.'],
    ["The archive's disk is full: {megabytes} MB are left.", 'Make room on the disk, then sync again.'],
  ),

  'database-fine': plain(
    'fine',
    'Baza de date este întreagă ({megabytes} MB, structura {version}).',
    'The database is sound ({megabytes} MB, structure {version}).',
  ),
  'database-absent': plain(
    'none',
    'Baza de date se creează la prima folosire.',
    'The database is made at the first use.',
  ),

  'secrets-in-store': plain(
    'fine',
    'Secretele sunt păstrate în seiful de parole al sistemului.',
    "Secrets are kept in the system's credential store.",
  ),
  'secrets-in-file': plain(
    'fine',
    'Secretele sunt păstrate într-un fișier pe care numai dumneavoastră îl puteți citi: sistemul nu oferă un seif de parole.',
    'Secrets are kept in a file that only you can read: the system has no credential store.',
  ),

  'modules-known': plain(
    'fine',
    'Drivere de token (PKCS#11) cunoscute: {names}.',
    'Known token drivers (PKCS#11): {names}.',
  ),
  'module-gone': finding(
    'look',
    [
      'Driverul de token {path} este înregistrat, dar fișierul lipsește.',
      'Instalați din nou driverul tokenului, de la furnizorul certificatului.',
    ],
    [
      'The token driver {path} is registered, but the file is missing.',
      "Install the token's driver again; the certificate's issuer has it.",
    ],
  ),
  'modules-none': plain(
    'none',
    'Nu este înregistrat niciun driver de token (PKCS#11). Un certificat importat în browser nu are nevoie de el; un token USB cere driverul de la furnizorul certificatului.',
    "No token driver (PKCS#11) is registered. A certificate imported into the browser needs none; a USB token needs its issuer's driver.",
  ),
  'modules-of-system': plain(
    'none',
    'Browserele iau certificatele din sistem, cu tot cu cele de pe token; nu este nevoie de PKCS#11.',
    "Browsers take certificates from the system's own store, those on a token included; PKCS#11 is not needed.",
  ),
} as const satisfies Record<string, Finding>
