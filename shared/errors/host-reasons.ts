import { type Entry, entry } from './entry.ts'

/** Failures of the two programs themselves: storage, protocol, versions, installation. */
export const HOST_REASONS = {
  'database-corrupt': entry(
    'storage',
    'ours',
    [
      'Baza de date {path} este deteriorată.',
      'Documentele arhivate sunt neatinse. Rulați „recipisa archive rebuild”: fișierul vechi este păstrat alături.',
    ],
    [
      'The database {path} is damaged.',
      'The archived documents are untouched. Run "recipisa archive rebuild": the old file is kept beside it.',
    ],
  ),
  'database-newer': entry(
    'incompatible-version',
    'ours',
    ['Baza de date {path} este de la o versiune mai nouă a programului.', 'Actualizați programul local.'],
    ['The database {path} comes from a newer version of the program.', 'Update the host.'],
  ),
  'storage-failed': entry(
    'storage',
    'ours',
    ['Nu s-a putut scrie sau citi {path}: {problem}.', 'Verificați spațiul liber și drepturile folderului.'],
    ['{path} could not be written or read: {problem}.', "Check free space and the folder's rights."],
  ),
  'lock-held': entry(
    'storage',
    'ours',
    [
      'Un alt proces Recipisa de pe acest calculator (PID {pid}) ține ocupat {path} și nu îl eliberează.',
      'Așteptați să se încheie sau opriți acel proces, apoi încercați din nou.',
    ],
    [
      'Another Recipisa process of this machine (PID {pid}) holds {path} and does not let it go.',
      'Wait for it to end, or end that process, and try again.',
    ],
  ),
  'secret-store': entry(
    'storage',
    'ours',
    ['Seiful de parole al sistemului nu răspunde: {problem}.', 'Deblocați-l și încercați din nou.'],
    ["The system's credential store does not answer: {problem}.", 'Unlock it and try again.'],
  ),
  'runner-failed': entry(
    'storage',
    'ours',
    [
      'Procesul care sincronizează nu pornește: {problem}.',
      'Rulați „recipisa invoices sync” și vedeți jurnalul ({log}).',
    ],
    ['The process that syncs does not start: {problem}.', 'Run "recipisa invoices sync" and see the log ({log}).'],
  ),
  cancelled: entry('cancelled', 'ours', ['Operația a fost oprită.', ''], ['The operation was stopped.', '']),
  'params-invalid': entry(
    'invalid-input',
    'ours',
    [
      'Cererea {method} are parametri greșiți: {problem}.',
      'Actualizați extensia și programul local la aceeași versiune.',
    ],
    ['The request {method} has wrong parameters: {problem}.', 'Bring extension and host to the same version.'],
  ),
  'method-unknown': entry(
    'invalid-input',
    'ours',
    ['Programul local nu cunoaște metoda {method}.', 'Actualizați programul local la versiunea extensiei.'],
    ['The host does not know the method {method}.', "Update the host to the extension's version."],
  ),
  'frame-invalid': entry(
    'invalid-input',
    'ours',
    ['Un mesaj între extensie și programul local nu a putut fi citit: {problem}.', 'Reporniți browserul.'],
    ['A message between extension and host could not be read: {problem}.', 'Restart the browser.'],
  ),
  'transfer-damaged': entry(
    'unexpected-answer',
    'ours',
    ['Fișierul {name} nu a ajuns întreg de la programul local; nu a fost salvat.', 'Încercați din nou.'],
    ['The file {name} did not arrive whole from the host; it was not saved.', 'Try again.'],
  ),
  'answer-too-large': entry(
    'limit-reached',
    'ours',
    ['Răspunsul la {method} este prea mare ({bytes} octeți).', 'Cereți mai puțin odată.'],
    ['The answer to {method} is too large ({bytes} bytes).', 'Ask for less at once.'],
  ),
  'version-host-old': entry(
    'incompatible-version',
    'ours',
    ['Programul local ({host}) este mai vechi decât cere extensia ({extension}).', 'Actualizați programul local.'],
    ['The host ({host}) is older than the extension ({extension}) needs.', 'Update the host.'],
  ),
  'version-extension-old': entry(
    'incompatible-version',
    'ours',
    ['Extensia ({extension}) este mai veche decât cere programul local ({host}).', 'Actualizați extensia.'],
    ['The extension ({extension}) is older than the host ({host}) needs.', 'Update the extension.'],
  ),
  'host-missing': entry(
    'unreachable',
    'ours',
    [
      'Programul local Recipisa nu este instalat sau nu pornește.',
      'Instalați-l (npm run host:install), apoi încercați din nou.',
    ],
    ['The Recipisa host is not installed or does not start.', 'Install it (npm run host:install), then try again.'],
  ),
  'host-lost': entry(
    'unreachable',
    'ours',
    ['Legătura cu programul local s-a întrerupt.', 'Încercați din nou; ce era în lucru continuă singur.'],
    ['The connection to the host was lost.', 'Try again; work in progress goes on by itself.'],
  ),
  'caller-refused': entry(
    'refused',
    'input',
    [
      'Programul local răspunde numai extensiei Recipisa; l-a pornit altceva: {caller}.',
      'Dacă aveți extensia Recipisa, instalați programul local din nou (npm run host:install).',
    ],
    [
      'The host answers the Recipisa extension only; something else has started it: {caller}.',
      'If you have the Recipisa extension, install the host again (npm run host:install).',
    ],
  ),
  'host-not-built': entry(
    'invalid-input',
    'input',
    ['Programul local nu este construit: {path} lipsește.', 'Rulați „npm run build”, apoi din nou.'],
    ['The host is not built: {path} is missing.', 'Run "npm run build", then try again.'],
  ),
  'install-system': entry(
    'invalid-input',
    'ours',
    ['Înregistrarea în browser nu cunoaște încă sistemul {system}.', 'Folosiți Linux cu Chromium sau Chrome.'],
    ['Registration with the browser does not know the system {system} yet.', 'Use Linux with Chromium or Chrome.'],
  ),
  unexpected: entry(
    'unexpected-answer',
    'ours',
    ['A apărut o eroare în program: {problem}.', 'Detaliile sunt în jurnal ({log}).'],
    ['The program failed: {problem}.', 'Details are in the log ({log}).'],
  ),
} as const satisfies Record<string, Entry>
