import type { INPUT_REASONS } from '../reasons/input.ts'
import { type Entry, entry } from './entry.ts'

/** Wrong input by the person or their configuration. */
export const INPUT_SENTENCES = {
  'profile-missing': entry(
    ['Fișierul de profil {path} nu există.', 'Verificați calea dată prin --profile sau RECIPISA_PROFILE.'],
    ['The profile file {path} does not exist.', 'Check the path given by --profile or RECIPISA_PROFILE.'],
  ),
  'profile-unreadable': entry(
    ['Fișierul de profil {path} nu poate fi citit ca JSON: {problem}.', 'Corectați fișierul.'],
    ['The profile file {path} cannot be read as JSON: {problem}.', 'Correct the file.'],
  ),
  'free-days-invalid': entry(
    [
      'Rândul {line} din {path} nu este o zi.',
      'Scrieți pe fiecare rând o zi liberă ca 2026-06-12 sau, cu minus în față, o zi lucrătoare; # începe un comentariu.',
    ],
    [
      'Line {line} of {path} is not a day.',
      'Write one free day a line as 2026-06-12 or, with a minus before it, a working day; # begins a comment.',
    ],
  ),
  'profile-field': entry(
    ['Câmpul {field} din profilul {path} nu este valid: {problem}.', 'Corectați câmpul {field}.'],
    ['The field {field} of the profile {path} is not valid: {problem}.', 'Correct the field {field}.'],
  ),
  'profile-url': entry(
    [
      'Câmpul {field} din profilul {path} nu este o adresă: „{value}”.',
      'Scrieți o adresă completă, de forma https://….',
    ],
    [
      'The field {field} of the profile {path} is not an address: "{value}".',
      'Enter a complete address, such as https://….',
    ],
  ),
  'profile-url-insecure': entry(
    [
      'Câmpul {field} din profilul {path} folosește http necriptat către {value}.',
      'Folosiți https; http este acceptat numai către acest calculator (loopback).',
    ],
    [
      'The field {field} of the profile {path} uses unencrypted http to {value}.',
      'Use https; http is accepted only for this computer (loopback).',
    ],
  ),
  'redirect-not-https': entry(
    [
      'Adresa de redirectare {value} nu este https.',
      'Portalul ANAF acceptă numai adrese https, de exemplu https://localhost:8443/callback. Corectați câmpul redirectUri.',
    ],
    [
      'The redirect URI {value} is not https.',
      "ANAF's portal accepts only https, for example https://localhost:8443/callback. Correct the field redirectUri.",
    ],
  ),
  'redirect-not-localhost': entry(
    [
      'Adresa de redirectare {value} nu poate fi urmărită de extensie.',
      'Înregistrați în portalul ANAF o adresă de forma https://localhost:<port>/callback și folosiți-o și aici.',
    ],
    [
      'The extension cannot watch the redirect URI {value}.',
      "Register https://localhost:<port>/callback in ANAF's portal and enter the same address here.",
    ],
  ),
  'ca-missing': entry(
    [
      'Fișierul cu certificate {path} (câmpul {field}) nu poate fi citit.',
      'Corectați calea sau eliminați câmpul {field} din profil.',
    ],
    [
      'The certificate file {path} (field {field}) cannot be read.',
      'Correct the path or remove the field {field} from the profile.',
    ],
  ),
  'ca-invalid': entry(
    [
      'Fișierul {path} (câmpul {field}) nu conține un certificat PEM valid.',
      'Înlocuiți-l cu certificatul autorității de certificare, în format PEM.',
    ],
    [
      'The file {path} (field {field}) does not contain a valid PEM certificate.',
      'Replace it with the certificate of the certificate authority, in PEM form.',
    ],
  ),
  'cui-invalid': entry(
    ['„{value}” nu este un CUI.', 'Un CUI are între 2 și 10 cifre, cu sau fără RO în față.'],
    ['"{value}" is not a CUI.', 'A CUI has 2 to 10 digits, with or without RO in front.'],
  ),
  'cui-check-digit': entry(
    ['CUI-ul {value} are cifra de control greșită.', 'Verificați-l; probabil este o greșeală de scriere.'],
    ['The CUI {value} has a wrong check digit.', 'Check it; it is probably a typing mistake.'],
  ),
  'company-unknown': entry(
    ['Firma {cui} nu este în lista dvs.', 'Adăugați-o mai întâi (companies add {cui}).'],
    ['The company {cui} is not on your list.', 'Add it first (companies add {cui}).'],
  ),
  'name-too-long': entry(
    ['În {path} numele unui fișier sau al unui folder este prea lung.', 'Alegeți un nume mai scurt.'],
    ['In {path} the name of a file or folder is too long.', 'Choose a shorter name.'],
  ),
  'argument-invalid': entry(
    ['Valoarea „{value}” pentru {name} nu este validă: {problem}.', 'Corectați-o și încercați din nou.'],
    ['The value "{value}" for {name} is not valid: {problem}.', 'Correct it and try again.'],
  ),
  usage: entry(
    ['Comanda nu este corectă: {problem}.', 'Vedeți „recipisa --help”.'],
    ['The command is not correct: {problem}.', 'See "recipisa --help".'],
  ),
  'confirmation-needed': entry(
    ['Comanda cere o confirmare, dar aici nu o poate da nimeni.', 'Verificați comanda și rulați-o din nou cu --yes.'],
    [
      'The command needs a confirmation, and nobody can give it here.',
      'Check the command and run it again with --yes.',
    ],
  ),
  'password-needed': entry(
    [
      'Comanda cere o parolă, dar aici nu o poate scrie nimeni.',
      'Rulați comanda într-un terminal sau trimiteți-i parolele prin intrarea standard, câte una pe rând.',
    ],
    [
      'The command needs a password, and nobody can type it here.',
      'Run the command at a terminal, or pipe the passwords into its standard input, one a line.',
    ],
  ),
  'window-inverted': entry(
    ['Perioada se încheie înainte de a începe.', 'Alegeți o dată de sfârșit ulterioară celei de început.'],
    ['The period ends before it starts.', 'Choose an end that is later than the start.'],
  ),
  'file-unreadable': entry(
    [
      'Browserul nu poate citi fișierul {fileName}: a fost mutat, șters sau modificat, ori nu aveți dreptul să îl citiți.',
      'Salvați-l și închideți-l în celălalt program, apoi alegeți-l din nou.',
    ],
    [
      'The browser cannot read the file {fileName}: it was moved, deleted or changed, or you have no right to read it.',
      'Save it and close it in the other program, then choose it again.',
    ],
  ),
} satisfies Record<keyof typeof INPUT_REASONS, Entry>
