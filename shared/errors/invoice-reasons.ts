import { type Entry, entry } from './entry.ts'

/** Failures of the e-Factura lists and of archived documents. */
export const INVOICE_REASONS = {
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
  'message-unknown': entry(
    'not-found',
    'input',
    ['Nu cunoaștem niciun mesaj cu numărul {id}.', 'Sincronizați întâi sau verificați numărul.'],
    ['No message with the id {id} is known.', 'Sync first or check the id.'],
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
} as const satisfies Record<string, Entry>
