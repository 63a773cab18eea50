import { PROGRAM_REPLACED } from '../program-replaced.ts'
import type { HOST_REASONS } from '../reasons/host.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of the two programs themselves: storage, protocol, versions, installation. */
export const HOST_SENTENCES = {
  'database-corrupt': entry(
    [
      'Baza de date {path} este deteriorată.',
      'Documentele arhivate nu sunt afectate. Rulați „recipisa archive rebuild”; fișierul vechi se păstrează alături.',
    ],
    [
      'The database {path} is damaged.',
      'The archived documents are not affected. Run "recipisa archive rebuild"; the old file is kept beside the new one.',
    ],
  ),
  'database-in-use': entry(
    [
      'Baza de date {path} este deteriorată, dar o mai are deschisă un alt program Recipisa. Nu s-a schimbat nimic.',
      'Închideți browserul și celelalte comenzi recipisa, așteptați câteva minute să se încheie lucrul din fundal, apoi rulați din nou „recipisa archive rebuild”. Dacă se repetă, reporniți mai întâi calculatorul.',
    ],
    [
      'The database {path} is damaged, and another Recipisa program still has it open. Nothing was changed.',
      'Close the browser and other recipisa commands, give the work in the background a few minutes to end, and run "recipisa archive rebuild" again. If that does not help, restart the computer first.',
    ],
  ),
  'database-newer': entry(
    ['Baza de date {path} a fost creată de o versiune mai nouă a programului.', 'Actualizați programul local.'],
    ['The database {path} was written by a newer version of the program.', 'Update the host.'],
  ),
  'storage-failed': entry(
    ['Nu s-a putut scrie sau citi {path}: {problem}.', 'Verificați spațiul liber și drepturile de acces la folder.'],
    ['{path} could not be written or read: {problem}.', 'Check the free space and the access rights of the folder.'],
  ),
  'lock-held': entry(
    [
      'Alt proces Recipisa de pe acest calculator (PID {pid}) ține ocupat {path} și nu îl eliberează.',
      'Așteptați să se încheie sau opriți procesul respectiv, apoi încercați din nou.',
    ],
    [
      'Another Recipisa process on this computer (PID {pid}) holds {path} and does not release it.',
      'Wait for it to finish, or stop it; then try again.',
    ],
  ),
  'secret-store': entry(
    ['Seiful de parole al sistemului nu răspunde: {problem}.', 'Deblocați-l și încercați din nou.'],
    ["The system's credential store does not respond: {problem}.", 'Unlock it and try again.'],
  ),
  'program-replaced': PROGRAM_REPLACED,
  'folder-not-shown': entry(
    ['Folderul {folder} nu a putut fi deschis: {problem}.', 'Deschideți-l din programul cu care umblați prin fișiere.'],
    ['The folder {folder} could not be opened: {problem}.', 'Open it in your file manager.'],
  ),
  'schedule-kept': entry(
    ['Sistemul nu a oprit programarea: {problem}.', 'Opriți-o cu: {command}'],
    ['The system has not ended the schedule: {problem}.', 'End it with: {command}'],
  ),
  'runner-failed': entry(
    [
      'Procesul care lucrează în fundal nu pornește: {problem}.',
      'Rulați „recipisa invoices sync” și consultați jurnalul ({log}).',
    ],
    ['The background process does not start: {problem}.', 'Run "recipisa invoices sync" and see the log ({log}).'],
  ),
  cancelled: entry(['Operația a fost oprită.', ''], ['The operation was stopped.', '']),
  'params-invalid': entry(
    [
      'Cererea {method} are parametri nevalizi: {problem}.',
      'Actualizați extensia și programul local la aceeași versiune.',
    ],
    [
      'The request {method} has invalid parameters: {problem}.',
      'Update the extension and the host to the same version.',
    ],
  ),
  'method-unknown': entry(
    [
      'Programul local este mai vechi decât extensia și nu cunoaște încă această funcție ({method}).',
      'Actualizați programul local; celelalte funcții merg în continuare.',
    ],
    [
      'The host is older than the extension and does not have this feature yet ({method}).',
      'Update the host; everything else goes on working.',
    ],
  ),
  'frame-invalid': entry(
    ['Un mesaj între extensie și programul local nu a putut fi citit: {problem}.', 'Reporniți browserul.'],
    ['A message between extension and host could not be read: {problem}.', 'Restart the browser.'],
  ),
  'transfer-damaged': entry(
    ['Fișierul {name} nu a ajuns întreg de la programul local, de aceea nu a fost salvat.', 'Încercați din nou.'],
    ['The file {name} arrived incomplete from the host and was not saved.', 'Try again.'],
  ),
  'answer-too-large': entry(
    ['Răspunsul la {method} este prea mare ({bytes|de} octeți).', 'Cereți mai puține date o dată.'],
    ['The answer to {method} is too large ({bytes} bytes).', 'Ask for less data at once.'],
  ),
  'version-host-old': entry(
    [
      'Programul local ({host}) este mai vechi decât versiunea cerută de extensie ({extension}).',
      'Actualizați programul local.',
    ],
    ['The host ({host}) is older than the version that the extension ({extension}) needs.', 'Update the host.'],
  ),
  'versions-differ': entry(
    [
      'Extensia ({extension}) și programul local ({host}) au versiuni diferite și nu se înțeleg în privința acestei operațiuni.',
      'Actualizați-le pe amândouă; celelalte funcții merg în continuare.',
    ],
    [
      'The extension ({extension}) and the host ({host}) have different versions and do not agree on this operation.',
      'Update both; everything else goes on working.',
    ],
  ),
  'version-extension-old': entry(
    [
      'Extensia ({extension}) este mai veche decât versiunea cerută de programul local ({host}).',
      'Actualizați extensia din pagina de extensii a browserului, sau reporniți browserul: de obicei o actualizează singur.',
    ],
    [
      'The extension ({extension}) is older than the version that the host ({host}) needs.',
      "Update the extension on the browser's page of extensions, or start the browser again: it usually updates it by itself.",
    ],
  ),
  'host-missing': entry(
    [
      'Programul local Recipisa nu este instalat sau nu pornește.',
      'Instalați-l: ghidul de pornire arată cum, pas cu pas.',
    ],
    ['The Recipisa host is not installed or does not start.', 'Install it: the getting-started guide shows how.'],
  ),
  'host-refused': entry(
    [
      'Programul local este instalat, dar nu acceptă această extensie.',
      'Instalați programul local din nou. Dacă ați încărcat extensia dintr-un folder, încărcați-o pe cea livrată cu programul.',
    ],
    [
      'The host is installed, but does not accept this extension.',
      'Install the host again. If you loaded the extension from a folder, load the one that comes with the program.',
    ],
  ),
  'host-blocked': entry(
    [
      'Administratorul acestui calculator nu permite browserului să pornească programul local.',
      'Cereți-i să permită ro.recipisa.host în politica NativeMessagingAllowlist a browserului.',
    ],
    [
      'The administrator of this computer does not let the browser start the host.',
      "Ask them to allow ro.recipisa.host in the browser's policy NativeMessagingAllowlist.",
    ],
  ),
  'host-not-startable': entry(
    [
      'Programul local este înregistrat în browser, dar nu poate fi pornit: fișierul lipsește sau este blocat.',
      'Instalați-l din nou. Dacă se repetă, verificați dacă antivirusul l-a mutat în carantină.',
    ],
    [
      'The host is registered with the browser, but cannot be started: its file is missing or blocked.',
      'Install it again. If that does not help, check whether the antivirus has quarantined it.',
    ],
  ),
  'host-ends': entry(
    [
      'Programul local pornește, dar se oprește imediat.',
      'Instalați-l din nou. Dacă se repetă, rulați „recipisa host doctor”.',
    ],
    ['The host starts, but ends at once.', 'Install it again. If that does not help, run "recipisa host doctor".'],
  ),
  'host-lost': entry(
    ['Legătura cu programul local s-a întrerupt.', 'Încercați din nou; operațiunile în curs continuă automat.'],
    ['The connection to the host was lost.', 'Try again; operations in progress continue by themselves.'],
  ),
  'caller-refused': entry(
    [
      'Programul local răspunde numai extensiei Recipisa, dar a fost pornit de altceva: {caller}.',
      'Dacă aveți extensia Recipisa, instalați programul local din nou sau rulați „recipisa host install”.',
    ],
    [
      'The host answers only the Recipisa extension, and something else started it: {caller}.',
      'If you have the Recipisa extension, install the host again, or run "recipisa host install".',
    ],
  ),
  'host-not-built': entry(
    ['Programul local nu este compilat: {path} lipsește.', 'Rulați „npm run build”, apoi încercați din nou.'],
    ['The host is not built: {path} is missing.', 'Run "npm run build", then try again.'],
  ),
  'install-system': entry(
    ['Înregistrarea în browser nu este disponibilă pentru sistemul {system}.', 'Folosiți Windows, macOS sau Linux.'],
    ['Registration with the browser is not available for {system}.', 'Use Windows, macOS or Linux.'],
  ),
  unexpected: entry(
    ['A apărut o eroare în program: {problem}.', 'Detaliile sunt în jurnal ({log}).'],
    ['An error occurred in the program: {problem}.', 'The log has the details ({log}).'],
  ),
} satisfies Record<keyof typeof HOST_REASONS, Entry>
