import { DECLARATION_REASONS } from './declaration-reasons.ts'
import { type Entry, entry } from './entry.ts'
import { LOOKUP_REASONS } from './lookup-reasons.ts'
import { MAILBOX_REASONS } from './mailbox-reasons.ts'

/**
 * Every failure in words: what happened, what to do next; `{name}` is filled from the error's params, `{name|moment}` as
 * Romania's time. One line a
 * language, side by side, so that neither is forgotten.
 */
export const REASONS = {
  ...LOOKUP_REASONS,
  ...MAILBOX_REASONS,
  ...DECLARATION_REASONS,

  // the person's input and configuration
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
  'params-invalid': entry(
    'invalid-input',
    'ours',
    [
      'Cererea {method} are parametri greșiți: {problem}.',
      'Actualizați extensia și programul local la aceeași versiune.',
    ],
    ['The request {method} has wrong parameters: {problem}.', 'Bring extension and host to the same version.'],
  ),
  'argument-invalid': entry(
    'invalid-input',
    'input',
    ['Valoarea „{value}” pentru {name} nu este bună: {problem}.', 'Corectați-o și încercați din nou.'],
    ['The value "{value}" for {name} is not right: {problem}.', 'Correct it and try again.'],
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

  // sign-in and tokens
  'client-not-configured': entry(
    'auth-required',
    'input',
    [
      'Lipsește {missing} al aplicației OAuth.',
      'Înregistrați aplicația în portalul ANAF și scrieți client ID, client secret și adresa de redirectare în setări.',
    ],
    [
      'The {missing} of the OAuth application is missing.',
      "Register the application in the authority's portal and enter client id, client secret and redirect URI in the settings.",
    ],
  ),
  'not-signed-in': entry(
    'auth-required',
    'certificate',
    ['Nu sunteți conectat la e-Factura.', 'Apăsați Conectează și alegeți certificatul.'],
    ['You are not signed in to e-Factura.', 'Press Sign in and choose the certificate.'],
  ),
  'sign-in-expired': entry(
    'session-expired',
    'certificate',
    ['Conectarea la e-Factura a expirat.', 'Conectați-vă din nou cu certificatul.'],
    ['The sign-in to e-Factura has expired.', 'Sign in again with the certificate.'],
  ),
  'token-rejected': entry(
    'session-expired',
    'authority',
    ['ANAF nu mai acceptă tokenul acestei conectări.', 'Conectați-vă din nou cu certificatul.'],
    ["The authority no longer accepts this sign-in's token.", 'Sign in again with the certificate.'],
  ),
  'code-expired': entry(
    'session-expired',
    'authority',
    ['Codul de autorizare a expirat (este valabil 60 de secunde).', 'Conectați-vă din nou.'],
    ['The authorization code has expired (it lives 60 seconds).', 'Sign in again.'],
  ),
  'client-rejected': entry(
    'refused',
    'input',
    [
      'ANAF nu recunoaște aplicația OAuth: client ID sau client secret greșit.',
      'Copiați-le din nou din portal, în setări.',
    ],
    [
      'The authority does not know the OAuth application: wrong client id or client secret.',
      'Copy both again from the portal into the settings.',
    ],
  ),
  'grant-rejected': entry(
    'refused',
    'authority',
    [
      'ANAF a refuzat codul de autorizare ({error}).',
      'Conectați-vă din nou; dacă se repetă, verificați ca adresa de redirectare să fie exact cea din portal.',
    ],
    [
      'The authority refused the authorization code ({error}).',
      'Sign in again; if it happens again, check that the redirect URI is exactly the registered one.',
    ],
  ),
  'authorization-denied': entry(
    'refused',
    'authority',
    [
      'ANAF a refuzat conectarea: {error}.',
      'Verificați că certificatul este înrolat în SPV cu rol SPV PJ, apoi încercați din nou.',
    ],
    [
      'The authority refused the sign-in: {error}.',
      'Check that the certificate is enrolled in SPV with the SPV PJ role, then try again.',
    ],
  ),
  'sign-in-tab-closed': entry(
    'cancelled',
    'input',
    ['Fila de conectare a fost închisă înainte de sfârșit.', 'Apăsați Conectează pentru a încerca din nou.'],
    ['The sign-in tab was closed before the end.', 'Press Sign in to try again.'],
  ),
  'sign-in-page-crashed': entry(
    'unreachable',
    'ours',
    [
      'Pagina de conectare s-a blocat în browser.',
      'Apăsați Conectează pentru a încerca din nou; dacă se repetă, reporniți browserul.',
    ],
    [
      'The sign-in page crashed in the browser.',
      'Press Sign in to try again; if it happens again, restart the browser.',
    ],
  ),
  'sign-in-strange-page': entry(
    'refused',
    'network',
    [
      'O pagină străină ({host}) a încercat să încheie conectarea; ce a trimis nu a fost folosit.',
      'Închideți pagina aceea, apoi apăsați Conectează și rămâneți în fila care se deschide.',
    ],
    [
      'A strange page ({host}) tried to finish the sign-in; nothing of what it sent was used.',
      'Close that page, then press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-not-from-authority': entry(
    'refused',
    'network',
    [
      'Sfârșitul conectării nu a venit de la ANAF; ce conținea adresa nu a fost folosit.',
      'Apăsați Conectează și rămâneți în fila care se deschide.',
    ],
    [
      'The end of the sign-in did not come from the authority; nothing of that address was used.',
      'Press Sign in and stay in the tab that opens.',
    ],
  ),
  'sign-in-timeout': entry(
    'cancelled',
    'input',
    ['Conectarea nu s-a încheiat la timp.', 'Apăsați Conectează pentru a încerca din nou.'],
    ['The sign-in was not finished in time.', 'Press Sign in to try again.'],
  ),
  'certificate-not-presented': entry(
    'auth-required',
    'certificate',
    [
      'ANAF nu a primit niciun certificat.',
      'Introduceți tokenul și închideți complet browserul înainte de o nouă încercare: o alegere anulată rămâne reținută până la repornire.',
    ],
    [
      'The authority received no certificate.',
      'Plug the token in and close the browser completely before another try: it remembers a cancelled choice until restarted.',
    ],
  ),
  'session-missing': entry(
    'auth-required',
    'certificate',
    ['Nu există o sesiune cu certificatul.', 'Apăsați Conectează lângă SPV sau Declarații și prezentați certificatul.'],
    [
      'There is no session with the certificate.',
      'Press Sign in beside SPV or Declarations and present the certificate.',
    ],
  ),
  'gateway-session-expired': entry(
    'session-expired',
    'certificate',
    ['Sesiunea a expirat: ANAF cere din nou certificatul.', 'Apăsați Conectează lângă SPV sau Declarații.'],
    [
      'The session has expired: the authority asks for the certificate again.',
      'Press Sign in beside SPV or Declarations.',
    ],
  ),
  'gateway-redirect': entry(
    'unexpected-answer',
    'authority',
    [
      'Serverul ANAF trimite către altă adresă: {host}; nu am mers acolo și nu am trimis nimic.',
      'Încercați mai târziu; dacă se repetă, verificați adresele din profil.',
    ],
    [
      "The authority's server sends us to another address: {host}; we did not go there and sent nothing.",
      'Try later; if it happens again, check the addresses of the profile.',
    ],
  ),
  'session-cookies-invalid': entry(
    'invalid-input',
    'input',
    [
      'Cookie-urile sesiunii nu pot fi preluate: {problem}.',
      'Apăsați din nou Conectează; în linia de comandă, dați lista JSON a cookie-urilor din browser.',
    ],
    [
      'The cookies of the session cannot be taken over: {problem}.',
      "Press Sign in again; on the command line, give the JSON list of the browser's cookies.",
    ],
  ),
  'session-page-unexpected': entry(
    'unexpected-answer',
    'authority',
    ['SPV a răspuns cu o pagină pe care nu o recunoaștem.', 'Încercați din nou peste câteva minute.'],
    ['SPV answered with a page that we do not recognise.', 'Try again in a few minutes.'],
  ),
  'transfer-damaged': entry(
    'unexpected-answer',
    'ours',
    ['Fișierul {name} nu a ajuns întreg de la programul local; nu a fost salvat.', 'Încercați din nou.'],
    ['The file {name} did not arrive whole from the host; it was not saved.', 'Try again.'],
  ),
  'tokens-invalid': entry(
    'invalid-input',
    'input',
    ['Tokenurile date nu pot fi folosite: {problem}.', 'Dați un JSON cu access_token și refresh_token.'],
    ['The given tokens cannot be used: {problem}.', 'Give a JSON with access_token and refresh_token.'],
  ),
  'token-signature': entry(
    'unexpected-answer',
    'authority',
    [
      'Semnătura autorizării e-Factura primite nu se verifică cu cheia {kid} din profil.',
      'Autorizarea a fost păstrată și se folosește. Verificați adresa authUrl și cheia (tokenKeys) din profil; dacă adresa nu este a ANAF, ștergeți autorizarea (auth forget).',
    ],
    [
      'The signature of the received e-Factura authorization does not verify with the key {kid} of the profile.',
      "The authorization was kept and is used. Check authUrl and the key (tokenKeys) of the profile; if the address is not the authority's, forget the authorization (auth forget).",
    ],
  ),
  'token-answer': entry(
    'unexpected-answer',
    'authority',
    [
      'Serverul de autorizare a dat un răspuns neașteptat la cererea de token: {problem}.',
      'Conectați-vă din nou; dacă se repetă, verificați adresa authUrl din profil.',
    ],
    [
      'The authorization server gave an unexpected answer to the request for a token: {problem}.',
      'Sign in again; if it happens again, check authUrl of the profile.',
    ],
  ),

  // the authority's answers
  'no-rights-for-company': entry(
    'no-rights',
    'authority',
    [
      'Nu aveți drept în SPV pentru CUI {cui}[: „{note}”].',
      'Cereți dreptul SPV PJ pentru această firmă sau conectați-vă cu alt certificat.',
    ],
    [
      'You have no SPV right for CUI {cui}[: "{note}"].',
      'Ask for the SPV PJ right for this company or sign in with another certificate.',
    ],
  ),
  'certificate-without-rights': entry(
    'no-rights',
    'certificate',
    [
      'Certificatul cu care s-a făcut conectarea nu are drept în SPV pentru nicio firmă: „{note}”.',
      'Conectați-vă cu alt certificat sau cereți pentru acesta dreptul SPV PJ.',
    ],
    [
      'The certificate of this sign-in has no SPV right for any company: "{note}".',
      'Sign in with another certificate, or ask for the SPV PJ right for this one.',
    ],
  ),
  'download-denied': entry(
    'no-rights',
    'authority',
    [
      'ANAF nu dă acest document certificatului cu care s-a făcut conectarea: „{note}”.',
      'Cereți dreptul SPV PJ pentru firmă sau conectați-vă cu alt certificat, apoi sincronizați.',
    ],
    [
      'The authority does not give this document to the certificate of this sign-in: "{note}".',
      'Ask for the SPV PJ right for the company or sign in with another certificate, then sync.',
    ],
  ),
  'no-right-for-service': entry(
    'no-rights',
    'authority',
    [
      'Nu aveți drept pentru acest serviciu ({operation})[: „{note}”].',
      'Verificați serviciile bifate în profilul aplicației din portal (E-Factura).',
    ],
    [
      'You have no right for this service ({operation})[: "{note}"].',
      "Check the services ticked in the application's profile in the portal (E-Factura).",
    ],
  ),
  'authority-note': entry(
    'refused',
    'authority',
    ['ANAF a răspuns: „{note}”', 'Corectați ce cere mesajul; dacă nu cere nimic, încercați din nou mai târziu.'],
    ['The authority answered: "{note}"', 'Correct what the message asks for; if it asks for nothing, try again later.'],
  ),
  'message-expired': entry(
    'expired',
    'authority',
    [
      'Documentul {id} nu mai poate fi descărcat[: „{note}”][ (ANAF, {since})].',
      'Cereți documentul partenerului de afaceri.',
    ],
    [
      'The document {id} can no longer be downloaded[: "{note}"][ (the authority, {since})].',
      'Ask the business partner for the document.',
    ],
  ),
  'quota-reached': entry(
    'limit-reached',
    'authority',
    ['S-a atins limita ANAF pentru {operation} ({limit} pe zi)[: „{note}”].', 'Încercați mâine.'],
    ['The authority\'s limit for {operation} is reached ({limit} a day)[: "{note}"].', 'Try tomorrow.'],
  ),
  'rate-limited': entry(
    'rate-limited',
    'authority',
    [
      'ANAF cere o pauză până la {until|moment} (încă {seconds} s): prea multe cereri.',
      'Până atunci nu întrebăm nimic. O sincronizare începută se reia singură; restul încercați din nou atunci.',
    ],
    [
      'The authority asks for a pause until {until|moment} ({seconds} s more): too many requests.',
      'Nothing is asked before. A sync that was begun goes on by itself; try anything else again then.',
    ],
  ),
  'service-technical': entry(
    'service-unavailable',
    'authority',
    [
      'Serviciul ANAF {operation} are o eroare tehnică: „{note}”. Despre factură nu spune nimic.',
      'Încercați din nou mai târziu; dacă se repetă, comunicați textul la asistența ANAF.',
    ],
    [
      'The authority\'s service {operation} has a technical error: "{note}". It says nothing about the invoice.',
      "Try again later; if it comes back, tell the authority's support these words.",
    ],
  ),
  firewall: entry(
    'blocked-by-firewall',
    'authority',
    [
      'Firewallul ANAF a respins cererea {operation} (cod {supportId}).',
      'Comunicați codul la asistența ANAF dacă se repetă.',
    ],
    [
      "The authority's firewall rejected the request {operation} (support id {supportId}).",
      "Give the id to the authority's support if it happens again.",
    ],
  ),
  maintenance: entry(
    'service-unavailable',
    'authority',
    ['Serviciul ANAF {operation} este indisponibil ({status}).', 'Încercați mai târziu; nu s-a pierdut nimic.'],
    ["The authority's service {operation} is unavailable ({status}).", 'Try later; nothing is lost.'],
  ),
  'outcome-unknown': entry(
    'outcome-unknown',
    'network',
    [
      'Nu se știe dacă depunerea a ajuns la ANAF: {problem}.',
      'O căutăm în liste; nu o trimiteți din nou până nu se lămurește.',
    ],
    [
      'Whether the filing reached the authority is not known: {problem}.',
      'It is being looked for in the lists; do not send it again before that is clear.',
    ],
  ),
  'filing-answer-unclear': entry(
    'outcome-unknown',
    'authority',
    [
      'ANAF a răspuns la depunere fără să spună că a înregistrat-o sau că a respins-o ({answer}).',
      'O căutăm la ANAF; nu o trimiteți din nou până nu se lămurește. Dacă nu apare, o puteți retrimite, cu confirmare.',
    ],
    [
      'The authority answered the filing without saying that it recorded or rejected it ({answer}).',
      'It is being looked for at the authority; do not send it again before that is clear. If it does not appear, you can send it once more and confirm that.',
    ],
  ),
  'upload-too-large': entry(
    'invalid-input',
    'input',
    [
      'Fișierul are {bytes} octeți; ANAF primește cel mult {limit} (10 MB).',
      'Micșorați atașamentele din factură; nu s-a trimis nimic.',
    ],
    [
      'The file has {bytes} bytes; the authority takes at most {limit} (10 MB).',
      "Make the invoice's attachments smaller; nothing was sent.",
    ],
  ),
  'check-too-large': entry(
    'invalid-input',
    'input',
    [
      'Fișierul are {bytes} octeți; pentru {operation} ANAF primește cel mult {limit} (5 MB).',
      'Micșorați atașamentele din factură; nu s-a trimis nimic.',
    ],
    [
      'The file has {bytes} bytes; for {operation} the authority takes at most {limit} (5 MB).',
      "Make the invoice's attachments smaller; nothing was sent.",
    ],
  ),
  'answer-unexpected': entry(
    'unexpected-answer',
    'authority',
    [
      'ANAF a dat un răspuns neașteptat la {operation}: {problem}.',
      'Răspunsul a fost păstrat în {kept}. Încercați mai târziu.',
    ],
    ['The authority gave an unexpected answer to {operation}: {problem}.', 'The answer was kept in {kept}. Try later.'],
  ),
  'entries-unread': entry(
    'unexpected-answer',
    'authority',
    [
      'În lista facturilor firmei {cui} sunt intrări care nu au putut fi citite (în total: {count}; {problem}).',
      'Celelalte au fost preluate; lista se citește din nou la următoarea sincronizare. Răspunsul ANAF a fost păstrat în {kept}.',
    ],
    [
      'The list of e-invoices of company {cui} has entries that could not be read (in all: {count}; {problem}).',
      "The others were taken; the list is read again with the next sync. The authority's answer was kept in {kept}.",
    ],
  ),
  'entries-of-others': entry(
    'unexpected-answer',
    'authority',
    [
      'În lista facturilor firmei {cui} sunt mesaje ale unor firme care nu sunt în lista dvs. (în total: {count}): {listed}. Nu au fost descărcate.',
      'Adăugați firmele respective, apoi sincronizați din nou.',
    ],
    [
      'The list of e-invoices of company {cui} has messages of companies that are not on your list (in all: {count}): {listed}. They were not downloaded.',
      'Add those companies, then sync again.',
    ],
  ),
  'answer-truncated': entry(
    'unexpected-answer',
    'network',
    ['Răspunsul ANAF la {operation} s-a întrerupt înainte de sfârșit.', 'Încercați din nou.'],
    ["The authority's answer to {operation} broke off before its end.", 'Try again.'],
  ),

  // the network
  unreachable: entry(
    'unreachable',
    'network',
    ['Nu s-a putut ajunge la {host}: {problem}.', 'Verificați conexiunea la internet și proxy-ul.'],
    ['{host} could not be reached: {problem}.', 'Check the internet connection and the proxy.'],
  ),
  'tls-untrusted': entry(
    'unreachable',
    'network',
    [
      'Certificatul serverului {host} nu este de încredere ({problem}).',
      'Verificați câmpul ca din profil sau dacă un antivirus interceptează conexiunile.',
    ],
    [
      'The certificate of the server {host} is not trusted ({problem}).',
      'Check the field ca of the profile, or whether an antivirus intercepts connections.',
    ],
  ),

  // our own side
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
  'document-missing': entry(
    'not-found',
    'ours',
    ['Documentul {id} nu este în arhivă.', 'Sincronizați întâi.'],
    ['The document {id} is not in the archive.', 'Sync first.'],
  ),
  'document-part-missing': entry(
    'not-found',
    'authority',
    ['ZIP-ul documentului {id} nu conține partea „{part}” într-o formă cunoscută.', 'Salvați ZIP-ul întreg.'],
    ['The ZIP of the document {id} holds no part "{part}" of a known shape.', 'Save the whole ZIP.'],
  ),
  'document-damaged': entry(
    'storage',
    'ours',
    [
      'Fișierul arhivat {path} nu mai are conținutul descărcat.',
      'Puneți înapoi o copie de siguranță sau ștergeți fișierul, rulați „recipisa archive verify” și sincronizați.',
    ],
    [
      'The archived file {path} no longer has the downloaded content.',
      'Restore a backup, or delete the file, run "recipisa archive verify" and sync.',
    ],
  ),
  'document-dtd': entry(
    'unexpected-answer',
    'authority',
    ['Documentul conține o declarație DOCTYPE; conținutul lui nu este citit.', 'ZIP-ul este păstrat așa cum a venit.'],
    ['The document has a DOCTYPE declaration; its content is not read.', 'The ZIP is kept as it came.'],
  ),
  'document-too-complex': entry(
    'unexpected-answer',
    'authority',
    [
      'Documentul este mai mare sau are mai multe elemente, atribute ori niveluri decât o factură; conținutul lui nu este citit.',
      'ZIP-ul este păstrat așa cum a venit.',
    ],
    [
      'The document is larger or has more elements, attributes or levels than an invoice; its content is not read.',
      'The ZIP is kept as it came.',
    ],
  ),
  'document-takes-too-long': entry(
    'unexpected-answer',
    'authority',
    [
      'Citirea conținutului documentului nu s-a terminat în timpul permis (încercări: {attempts}).',
      'ZIP-ul este păstrat așa cum a venit; „recipisa archive rebuild” încearcă din nou.',
    ],
    [
      "Reading the document's content did not end in the time that it may take (attempts: {attempts}).",
      'The ZIP is kept as it came; "recipisa archive rebuild" tries again.',
    ],
  ),
  'document-takes-too-much': entry(
    'unexpected-answer',
    'authority',
    [
      'Citirea conținutului documentului cere mai multă memorie decât este permis (încercări: {attempts}).',
      'ZIP-ul este păstrat așa cum a venit; „recipisa archive rebuild” încearcă din nou.',
    ],
    [
      "Reading the document's content takes more memory than it may (attempts: {attempts}).",
      'The ZIP is kept as it came; "recipisa archive rebuild" tries again.',
    ],
  ),
  'already-filed': entry(
    'invalid-input',
    'input',
    [
      'Exact același fișier a fost depus deja la {when} ({outcome}).',
      'Nu a fost trimis. Dacă îl vreți trimis încă o dată, confirmați anume acest lucru (--again).',
    ],
    [
      'Exactly the same file was filed before, {when} ({outcome}).',
      'It was not sent. If you want it sent once more, say so (--again).',
    ],
  ),
  'filing-under-way': entry(
    'invalid-input',
    'input',
    ['Exact același fișier tocmai se trimite.', 'Așteptați răspunsul ANAF; nu a fost trimis a doua oară.'],
    ['Exactly the same file is being sent.', "Wait for the authority's answer; it was not sent a second time."],
  ),
  'filing-not-started': entry(
    'cancelled',
    'ours',
    ['Programul s-a oprit înainte de a începe trimiterea; nu s-a trimis nimic.', 'Trimiteți din nou fișierul.'],
    ['The program ended before it began to send; nothing was sent.', 'Send the file again.'],
  ),
  'staged-missing': entry(
    'not-found',
    'input',
    ['Fișierul pregătit pentru trimitere nu mai este păstrat.', 'Alegeți din nou fișierul.'],
    ['The file that was to be sent is no longer kept.', 'Choose the file again.'],
  ),
  'upload-not-xml': entry(
    'invalid-input',
    'input',
    ['Fișierul {name} nu este un XML corect.', 'Exportați-l din nou din programul de facturare.'],
    ['The file {name} is no well-formed XML.', 'Export it again from the invoicing program.'],
  ),
  'upload-dtd': entry(
    'invalid-input',
    'input',
    ['Fișierul {name} conține o declarație DOCTYPE; astfel de fișiere nu se trimit.', 'Exportați-l fără ea.'],
    ['The file {name} has a DOCTYPE declaration; such files are not sent.', 'Export it without that.'],
  ),
  'upload-too-complex': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {name} are mai multe elemente, atribute sau niveluri decât poate avea o factură; nu a fost citit.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} has more elements, attributes or levels than an invoice can have; it was not read.',
      'Check that you have chosen the right file.',
    ],
  ),
  'upload-standard': entry(
    'invalid-input',
    'input',
    [
      'Fișierul {name} nu este o factură UBL, o notă de creditare, o factură CII sau un mesaj RASP.',
      'Verificați că ați ales fișierul potrivit.',
    ],
    [
      'The file {name} is neither a UBL invoice nor a credit note, a CII invoice or a RASP message.',
      'Check that it is the right file.',
    ],
  ),
  'invoice-not-received': entry(
    'invalid-input',
    'input',
    [
      'Documentul {id} nu este o factură primită; un mesaj se trimite numai emitentului unei facturi primite.',
      'Alegeți o factură primită.',
    ],
    [
      'The document {id} is no received invoice; a message goes only to the issuer of a received invoice.',
      'Choose a received invoice.',
    ],
  ),
  'zip-without-signature': entry(
    'invalid-input',
    'input',
    ['Fișierul nu este un ZIP cu un document și semnătura lui.', 'Alegeți ZIP-ul descărcat de la ANAF.'],
    ['The file is no ZIP with a document and its signature.', 'Choose the ZIP as downloaded from the authority.'],
  ),
  'pdf-missing': entry(
    'not-found',
    'ours',
    ['Pentru {id} nu a fost făcut încă un PDF.', 'Cereți întâi PDF-ul (invoices pdf).'],
    ['No PDF of {id} has been made yet.', 'Ask for the PDF first (invoices pdf).'],
  ),
  'message-unknown': entry(
    'not-found',
    'input',
    ['Nu cunoaștem niciun mesaj cu numărul {id}.', 'Sincronizați întâi sau verificați numărul.'],
    ['No message with the id {id} is known.', 'Sync first or check the id.'],
  ),
  cancelled: entry('cancelled', 'ours', ['Operația a fost oprită.', ''], ['The operation was stopped.', '']),
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
  'answer-too-large': entry(
    'limit-reached',
    'ours',
    ['Răspunsul la {method} este prea mare ({bytes} octeți).', 'Cereți mai puțin odată.'],
    ['The answer to {method} is too large ({bytes} bytes).', 'Ask for less at once.'],
  ),
  'carrier-failed': entry(
    'storage',
    'ours',
    [
      'Procesul care cere autorizarea e-Factura nu a pornit sau s-a oprit: {problem}.',
      'Încercați din nou; dacă se repetă, vedeți jurnalul ({log}).',
    ],
    [
      'The process that asks for the e-Factura authorization did not start or has stopped: {problem}.',
      'Try again; if it happens again, see the log ({log}).',
    ],
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

export type Reason = keyof typeof REASONS
