import type { OFFICE_REASONS } from '../reasons/office.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of the office: several seats, one archive. */
export const OFFICE_SENTENCES = {
  'office-unreachable': entry(
    [
      'Baza de date a cabinetului ({host}) nu răspunde: {problem}.',
      'Arhiva de pe acest calculator merge mai departe; schimbul se reia singur. Ce se depune acum cere confirmarea dumneavoastră, fiindcă nu se știe ce au depus colegii.',
    ],
    [
      "The office's database ({host}) does not answer: {problem}.",
      'The archive on this computer goes on, and the exchange resumes by itself. What is filed now needs your confirmation, since it is not known what colleagues have filed.',
    ],
  ),
  'office-certificate': entry(
    [
      'Certificatul cu care răspunde baza de date a cabinetului ({host}) nu este de încredere: {problem}. Nu s-a trimis nimic.',
      'Verificați adresa și certificatul (PEM) cu care ați intrat în cabinet, împreună cu cine conduce cabinetul.',
    ],
    [
      "The certificate by which the office's database ({host}) answers is not trusted: {problem}. Nothing was sent.",
      'Check the address and the certificate (PEM) with which you joined, together with whoever runs the office.',
    ],
  ),
  'office-sign-in': entry(
    [
      'Baza de date a cabinetului ({host}) nu acceptă acest loc: {problem}.',
      'Cereți cabinetului un loc nou („recipisa office seat add”), ieșiți din cabinet și intrați cu el.',
      'Cereți un loc nou celui care conduce cabinetul; ieșiți din cabinet și intrați cu el, în Setări, la Cabinet.',
    ],
    [
      "The office's database ({host}) does not accept this seat: {problem}.",
      'Ask the office for a new seat ("recipisa office seat add"), leave the office and join with it.',
      'Ask whoever runs the office for a new seat; leave the office and join with it in the settings, under Office.',
    ],
  ),
  'office-forbidden': entry(
    ['Acest loc nu are dreptul acesta în cabinet: {problem}.', 'Cereți-l celui care conduce cabinetul.'],
    ['This seat has no right to do that in the office: {problem}.', 'Ask whoever runs the office for it.'],
  ),
  'office-address': entry(
    [
      'Adresa bazei de date nu este corectă: {problem}.',
      'Scrieți-o ca postgres://nume@calculator/baza; parola se cere separat.',
    ],
    [
      'The address of the database is not right: {problem}.',
      'Write it as postgres://login@host/database; the password is asked for separately.',
    ],
  ),
  'office-none': entry(
    [
      'Acest calculator nu este într-un cabinet.',
      'Intrați cu „recipisa office join”.',
      'Intrați în Setări, la Cabinet.',
    ],
    ['This computer is in no office.', 'Join with "recipisa office join".', 'Join in the settings, under Office.'],
  ),
  'office-joined': entry(
    [
      'Acest calculator este deja în cabinetul {url}.',
      'Ieșiți întâi cu „recipisa office leave”.',
      'Ieșiți întâi din el, în Setări, la Cabinet.',
    ],
    [
      'This computer is in the office {url} already.',
      'Leave it first with "recipisa office leave".',
      'Leave it first in the settings, under Office.',
    ],
  ),
  'office-missing': entry(
    [
      'În baza de date {url} nu este niciun cabinet.',
      'Înființați-l cu „recipisa office create”.',
      'Verificați adresa sau alegeți să înființați cabinetul, în Setări, la Cabinet.',
    ],
    [
      'There is no office in the database {url}.',
      'Create it with "recipisa office create".',
      'Check the address, or choose to create the office, in the settings, under Office.',
    ],
  ),
  'office-seat-unknown': entry(
    ['În cabinet nu este niciun loc „{name}”.', 'Scrieți numele exact ca în lista locurilor.'],
    ['There is no seat "{name}" in the office.', 'Write its name as in the list of seats.'],
  ),
  'office-seat-taken': entry(
    ['În cabinet este deja un loc „{name}”.', 'Alegeți alt nume.'],
    ['There is a seat "{name}" in the office already.', 'Choose another name.'],
  ),
  'office-exists': entry(
    [
      'În baza de date {url} este deja un cabinet.',
      'Alegeți o bază de date goală sau intrați în cabinetul care există.',
    ],
    ['There is an office in the database {url} already.', 'Choose an empty database, or join that office.'],
  ),
  'mirror-template': entry(
    ['Șablonul „{template}” nu este bun: {problem}.', 'De exemplu: {example}.'],
    ['The template "{template}" does not work: {problem}.', 'For example: {example}.'],
  ),
  'mirror-elsewhere': entry(
    ['Alt loc al cabinetului oglindește acum în {folder}.', 'Un singur loc o face; opriți-l pe celălalt.'],
    ['Another seat of the office mirrors into {folder} now.', 'One seat does it; stop the other one.'],
  ),
  'mirror-link': entry(
    [
      'Folderul {folder} al oglinzii este o legătură spre alt loc; acolo nu s-a scris nimic.',
      'Ștergeți legătura și oglindiți din nou.',
    ],
    [
      'The folder {folder} of the mirror is a link that leads out of it; nothing was written there.',
      'Remove the link, and mirror again.',
    ],
  ),
  'database-on-network': entry(
    [
      'Folderul {path} este pe alt calculator ({kind}); o bază de date deschisă acolo de două calculatoare se strică.',
      'Puneți datele pe discul acestui calculator; pentru mai multe calculatoare folosiți un cabinet („recipisa office”), iar pe NAS o oglindă („recipisa office mirror”).',
      'Puneți datele pe discul acestui calculator; mai multe calculatoare lucrează împreună printr-un cabinet (Setări, la Cabinet).',
    ],
    [
      'The folder {path} is on another computer ({kind}); a database that two computers open there is damaged.',
      'Keep the data on a disk of this computer; for several computers use an office ("recipisa office"), and a mirror on the NAS ("recipisa office mirror").',
      'Keep the data on a disk of this computer; several computers work together through an office (in the settings, under Office).',
    ],
  ),
  'backup-damaged': entry(
    ['Copia {path} nu este întreagă: {problem}. Nu s-a refăcut nimic.', 'Folosiți altă copie.'],
    ['The backup {path} is not whole: {problem}. Nothing was restored.', 'Use another backup.'],
  ),
  'office-older': entry(
    [
      'Baza de date a cabinetului este de la o versiune mai veche a programului.',
      'Rulați „recipisa office create” din nou, cu parola proprietarului: o aduce la zi și păstrează tot.',
    ],
    [
      "The office's database is of an older version of this program.",
      'Run "recipisa office create" again, with the owner\'s password: it brings the database up to date and keeps everything.',
    ],
  ),
  'office-newer': entry(
    ['Baza de date a cabinetului este de la o versiune mai nouă a programului.', 'Actualizați programul local.'],
    ["The office's database is of a newer version of this program.", 'Update the host.'],
  ),
  'office-password-missing': entry(
    [
      'Parola cabinetului nu mai este în seiful de parole.',
      'Ieșiți cu „recipisa office leave” și intrați din nou cu „recipisa office join”.',
      'Ieșiți din cabinet și intrați din nou, în Setări, la Cabinet.',
    ],
    [
      "The office's password is no longer in the credential store.",
      'Leave with "recipisa office leave", and join again with "recipisa office join".',
      'Leave the office and join again in the settings, under Office.',
    ],
  ),
  'office-document-missing': entry(
    [
      'Cabinetul are documentul numai în listă, fără conținut ({sha256}).',
      'Sincronizați firma pe locul al cărui certificat o are.',
    ],
    [
      'The office has only the entry of the document, without its bytes ({sha256}).',
      'Sync the company at the seat whose certificate reaches it.',
    ],
  ),
  'office-storage': entry(
    [
      'Depozitul S3 al cabinetului nu a răspuns cum trebuie: {problem}.',
      'Verificați depozitul; schimbul se reia singur.',
    ],
    [
      "The office's S3 store did not answer as it should: {problem}.",
      'Check the store; the exchange resumes by itself.',
    ],
  ),
  'office-storage-key': entry(
    [
      'Cabinetul ține documente într-un depozit S3, iar acest loc nu are cheia de acces la el.',
      'Dați identificatorul ei cu --s3-key-id la „recipisa office create” sau „join”; un loc care este deja în cabinet o primește cu „recipisa office keep --s3-key-id ID”. Cheia secretă se cere separat.',
      'La intrarea în cabinet scrieți cheia de acces S3 și cheia secretă, la Certificatul serverului și depozitul S3. Un loc care este deja în cabinet o primește în Setări, la Cabinet.',
    ],
    [
      'The office keeps documents in an S3 store, and this seat has no access key for it.',
      'Give its id with --s3-key-id to "recipisa office create" or "join"; a seat that is in the office already gets it with "recipisa office keep --s3-key-id ID". The secret is asked for separately.',
      "When you join, enter the S3 access key and the secret key, under The server's certificate and the S3 store. A seat that is in the office already gets it in the settings, under Office.",
    ],
  ),
  'office-storage-insecure': entry(
    [
      'Adresa depozitului S3 ({value}) nu este https: documentele ar trece necriptate prin rețea.',
      'Folosiți https; http este acceptat numai către acest calculator (loopback).',
    ],
    [
      'The address of the S3 store ({value}) is not https: documents would cross the network unencrypted.',
      'Use https; http is accepted only for this computer (loopback).',
    ],
  ),
  'filed-by-colleague': entry(
    [
      'Același conținut a fost depus deja de locul „{seat}”, de pe calculatorul „{computer}” ({when}; {outcome|state}); de aici nu s-a trimis nimic.',
      'Vedeți rezultatul lui în listă. Dacă vreți totuși să îl trimiteți încă o dată, confirmați.',
    ],
    [
      'The same content was filed by the seat "{seat}" on the computer "{computer}" already ({when}; {outcome|state}); nothing was sent from here.',
      'See its outcome in the list. If you want to send it once more all the same, confirm that.',
    ],
  ),
} satisfies Record<keyof typeof OFFICE_REASONS, Entry>
