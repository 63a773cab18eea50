import { type Entry, entry } from './entry.ts'

/** What the person or their configuration gave is wrong. */
export const INPUT_REASONS = {
  'profile-missing': entry(
    'invalid-input',
    'input',
    ['Fișierul de profil {path} nu există.', 'Verificați calea dată prin --profile sau RECIPISA_PROFILE.'],
    ['The profile file {path} does not exist.', 'Check the path given by --profile or RECIPISA_PROFILE.'],
  ),
  'profile-unreadable': entry(
    'invalid-input',
    'input',
    ['Fișierul de profil {path} nu poate fi citit ca JSON: {problem}.', 'Corectați fișierul.'],
    ['The profile file {path} cannot be read as JSON: {problem}.', 'Correct the file.'],
  ),
  'profile-field': entry(
    'invalid-input',
    'input',
    ['Câmpul {field} din profilul {path} este greșit: {problem}.', 'Corectați câmpul {field}.'],
    ['The field {field} of the profile {path} is wrong: {problem}.', 'Correct the field {field}.'],
  ),
  'profile-url': entry(
    'invalid-input',
    'input',
    [
      'Câmpul {field} din profilul {path} nu este o adresă: „{value}”.',
      'Scrieți o adresă completă, de forma https://….',
    ],
    ['The field {field} of the profile {path} is not an address: "{value}".', 'Give a whole address, https://….'],
  ),
  'profile-url-insecure': entry(
    'invalid-input',
    'input',
    [
      'Câmpul {field} din profilul {path} folosește http necriptat către {value}.',
      'Folosiți https; http este acceptat numai către acest calculator (loopback).',
    ],
    [
      'The field {field} of the profile {path} uses plain http to {value}.',
      'Use https; plain http is taken for this machine (loopback) only.',
    ],
  ),
  'redirect-not-https': entry(
    'invalid-input',
    'input',
    [
      'Adresa de redirectare {value} nu este https.',
      'Portalul acceptă numai adrese https, de exemplu https://localhost:8443/callback. Corectați câmpul redirectUri.',
    ],
    [
      'The redirect URI {value} is not https.',
      'The portal accepts https only, for example https://localhost:8443/callback. Correct the field redirectUri.',
    ],
  ),
  'redirect-not-localhost': entry(
    'invalid-input',
    'input',
    [
      'Adresa de redirectare {value} nu poate fi urmărită de extensie.',
      'Înregistrați în portal o adresă de forma https://localhost:<port>/callback și folosiți-o și aici.',
    ],
    [
      'The extension cannot watch the redirect URI {value}.',
      'Register https://localhost:<port>/callback in the portal and use the same here.',
    ],
  ),
  'ca-missing': entry(
    'invalid-input',
    'input',
    [
      'Fișierul cu certificate {path} (câmpul {field}) nu poate fi citit.',
      'Corectați calea sau scoateți câmpul {field} din profil.',
    ],
    [
      'The certificate file {path} (field {field}) cannot be read.',
      'Correct the path or remove the field {field} from the profile.',
    ],
  ),
  'ca-invalid': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {path} (câmpul {field}) nu conține un certificat PEM valid.',
      'Puneți certificatul autorității în format PEM.',
    ],
    [
      'The file {path} (field {field}) holds no valid PEM certificate.',
      "Put the authority's certificate there in PEM form.",
    ],
  ),
  'cui-invalid': entry(
    'invalid-input',
    'input',
    ['„{value}” nu este un CUI.', 'Un CUI are între 2 și 10 cifre, cu sau fără RO în față.'],
    ['"{value}" is not a CUI.', 'A CUI has 2 to 10 digits, with or without RO before them.'],
  ),
  'cui-check-digit': entry(
    'invalid-input',
    'input',
    ['CUI-ul {value} are cifra de control greșită.', 'Verificați-l; probabil este o greșeală de tastare.'],
    ['The CUI {value} has a wrong check digit.', 'Check it; most likely it is a typing mistake.'],
  ),
  'company-unknown': entry(
    'not-found',
    'input',
    ['Firma {cui} nu este în listă.', 'Adăugați-o întâi (companies add {cui}).'],
    ['The company {cui} is not on the list.', 'Add it first (companies add {cui}).'],
  ),
  'argument-invalid': entry(
    'invalid-input',
    'input',
    ['Valoarea „{value}” pentru {name} nu este bună: {problem}.', 'Corectați-o și încercați din nou.'],
    ['The value "{value}" for {name} is not right: {problem}.', 'Correct it and try again.'],
  ),
  usage: entry(
    'invalid-input',
    'input',
    ['Comanda nu este bună: {problem}.', 'Vedeți „recipisa --help”.'],
    ['The command is not right: {problem}.', 'See "recipisa --help".'],
  ),
  'confirmation-needed': entry(
    'invalid-input',
    'input',
    ['Aici nu poate întreba nimeni dacă asta este ce doriți să trimiteți.', 'Verificați comanda și dați-o cu --yes.'],
    ['Nobody can be asked here whether this is what is meant to be sent.', 'Check the command and give it with --yes.'],
  ),
  'window-inverted': entry(
    'invalid-input',
    'input',
    ['Sfârșitul perioadei este înaintea începutului.', 'Alegeți o perioadă al cărei sfârșit este după început.'],
    ['The period ends before it starts.', 'Choose a period that ends after its start.'],
  ),
} as const satisfies Record<string, Entry>
