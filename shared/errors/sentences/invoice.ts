import type { INVOICE_REASONS } from '../reasons/invoice.ts'
import { type Entry, entry } from './entry.ts'

/** Failures of the e-Factura lists and of archived documents. */
export const INVOICE_SENTENCES = {
  'download-denied': entry(
    [
      'Certificatul folosit la conectare nu are acces la acest document: „{note}”.',
      'Solicitați dreptul SPV PJ pentru firmă sau conectați-vă cu alt certificat, apoi sincronizați.',
    ],
    [
      'The certificate used to sign in has no access to this document: "{note}".',
      'Request the SPV PJ right for the company, or sign in with another certificate; then sync.',
    ],
  ),
  'message-expired': entry(
    [
      'Documentul {id} nu mai poate fi descărcat[: „{note}”][ (ANAF, {since})].',
      'Cereți documentul partenerului de afaceri.',
    ],
    [
      'The document {id} can no longer be downloaded[: "{note}"][ (ANAF, {since})].',
      'Ask the business partner for the document.',
    ],
  ),
  'entries-unread': entry(
    [
      'În lista de facturi a firmei {cui}, unele intrări nu au putut fi citite (în total: {count}; {problem}).',
      'Celelalte au fost preluate; lista se citește din nou la următoarea sincronizare. Răspunsul ANAF a fost păstrat în {kept}.',
    ],
    [
      'The e-invoice list of company {cui} has entries that could not be read (in all: {count}; {problem}).',
      "The others were imported; the next sync reads the list again. ANAF's answer was kept in {kept}.",
    ],
  ),
  'entries-of-others': entry(
    [
      'Lista de facturi a firmei {cui} conține mesaje ale unor firme care nu sunt în lista dvs. (în total: {count}): {listed}. Nu au fost descărcate.',
      'Adăugați firmele respective, apoi sincronizați din nou.',
    ],
    [
      'The e-invoice list of company {cui} has messages of companies that are not on your list (in all: {count}): {listed}. They were not downloaded.',
      'Add those companies, then sync again.',
    ],
  ),
  'message-unknown': entry(
    ['Nu există în Recipisa niciun mesaj cu numărul {id}.', 'Sincronizați mai întâi sau verificați numărul.'],
    ['Recipisa has no message with the ID {id}.', 'Sync first, or check the ID.'],
  ),
  'document-missing': entry(
    ['Documentul {id} nu este în arhivă.', 'Sincronizați mai întâi.'],
    ['The document {id} is not in the archive.', 'Sync first.'],
  ),
  'document-part-missing': entry(
    ['ZIP-ul documentului {id} nu conține partea „{part}” într-o formă cunoscută.', 'Salvați ZIP-ul întreg.'],
    ['The ZIP of document {id} has no part "{part}" in a known form.', 'Save the whole ZIP.'],
  ),
  'document-not-drawn': entry(
    [
      'Factura {id} nu a putut fi pregătită pentru tipărire din cauza unei erori a programului.',
      'Salvați XML-ul sau ZIP-ul ei; detaliile sunt în jurnalul programului.',
    ],
    [
      'Invoice {id} could not be drawn for printing because of an error in the program.',
      'Save its XML or its ZIP; the log of the program has the details.',
    ],
  ),
  'document-damaged': entry(
    [
      'Fișierul arhivat {path} nu mai are conținutul descărcat.',
      'Restaurați o copie de siguranță sau ștergeți fișierul, rulați „recipisa archive verify” și sincronizați.',
    ],
    [
      'The archived file {path} no longer has the downloaded content.',
      'Restore a backup, or delete the file, run "recipisa archive verify" and sync.',
    ],
  ),
  'document-dtd': entry(
    [
      'Documentul conține o declarație DOCTYPE, de aceea conținutul lui nu este citit.',
      'ZIP-ul este păstrat așa cum a fost primit.',
    ],
    ['The document contains a DOCTYPE declaration, so its content is not read.', 'The ZIP is kept as it came.'],
  ),
  'document-too-complex': entry(
    [
      'Documentul este mai mare decât o factură sau are mai multe elemente, atribute ori niveluri; conținutul lui nu este citit.',
      'ZIP-ul este păstrat așa cum a fost primit.',
    ],
    [
      'The document is larger than an invoice, or has more elements, attributes or levels; its content is not read.',
      'The ZIP is kept as it came.',
    ],
  ),
  'document-takes-too-long': entry(
    [
      'Citirea documentului nu s-a încheiat în timpul permis (încercări: {attempts}).',
      'ZIP-ul este păstrat așa cum a fost primit; „recipisa archive rebuild” încearcă din nou.',
    ],
    [
      'The document could not be read in the time allowed (tries: {attempts}).',
      'The ZIP is kept as it came; "recipisa archive rebuild" tries again.',
    ],
  ),
  'document-takes-too-much': entry(
    [
      'Citirea documentului cere mai multă memorie decât este permis (încercări: {attempts}).',
      'ZIP-ul este păstrat așa cum a fost primit; „recipisa archive rebuild” încearcă din nou.',
    ],
    [
      'The document needs more memory to be read than is allowed (tries: {attempts}).',
      'The ZIP is kept as it came; "recipisa archive rebuild" tries again.',
    ],
  ),
  'invoice-not-received': entry(
    [
      'Documentul {id} nu este o factură primită; un mesaj se poate trimite numai emitentului unei facturi primite.',
      'Alegeți o factură primită.',
    ],
    [
      'The document {id} is not a received invoice; a message can be sent only to the issuer of a received invoice.',
      'Choose a received invoice.',
    ],
  ),
  'zip-without-signature': entry(
    [
      'Fișierul nu este un ZIP cu un document și semnătura lui.',
      'Alegeți ZIP-ul, așa cum a fost descărcat de la ANAF.',
    ],
    ['The file is not a ZIP with a document and its signature.', 'Choose the ZIP as it was downloaded from ANAF.'],
  ),
  'pdf-missing': entry(
    ['Pentru {id} nu a fost generat încă un PDF.', 'Generați mai întâi PDF-ul (invoices pdf).'],
    ['No PDF has been generated for {id} yet.', 'Generate the PDF first (invoices pdf).'],
  ),
  'check-too-large': entry(
    [
      'Fișierul are {bytes|de} octeți; pentru {operation} ANAF acceptă cel mult {limit} (5 MB).',
      'Reduceți atașamentele facturii; nu s-a trimis nimic.',
    ],
    [
      'The file has {bytes} bytes; for {operation} ANAF accepts at most {limit} (5 MB).',
      "Reduce the invoice's attachments; nothing was sent.",
    ],
  ),
} satisfies Record<keyof typeof INVOICE_REASONS, Entry>
