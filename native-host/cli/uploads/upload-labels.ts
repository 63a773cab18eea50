import type { SignatureFinding } from '../../../shared/documents/signature-verdict.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { SignatureReport } from '../../../shared/protocol/invoices/checks.ts'
import type { Quota } from '../../../shared/protocol/limits.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { UploadFlags, UploadState } from '../../../shared/protocol/uploads.ts'
import { pluralForm } from '../../../shared/text/plural.ts'

const CALLS = { one: 'apel', few: 'apeluri', other: 'de apeluri' }

/** Labels of the command line for uploads, checks and limits, in each language. */
type UploadLabels = {
  preview: Record<'file' | 'standard' | 'company' | 'number' | 'date' | 'seller' | 'buyer' | 'amount' | 'flags', string>
  flags: Record<keyof UploadFlags, string>
  looksLike: (flags: string) => string
  otherCompany: (fromXml: string) => string
  noRights: (cui: string) => string
  filedBefore: (file: string, when: string, outcome: string) => string
  ask: (count: number) => string
  askAgain: string
  states: Record<UploadState, string>
  list: Record<'id' | 'date' | 'file' | 'number' | 'cui' | 'state' | 'index' | 'message' | 'empty', string>
  archived: (id: string) => string
  findings: (count: number) => string
  valid: string
  notValidated: string
  verdicts: Record<SignatureFinding, string>
  chains: Record<SignatureReport['chain'] | 'not-shown', string>
  signature: Record<
    'verdict' | 'form' | 'subject' | 'claimed' | 'issuer' | 'serial' | 'validity' | 'chain' | 'problem' | 'authority',
    string
  >
  forms: Record<NonNullable<SignatureReport['form']>, string>
  how: (how: NonNullable<SignatureReport['how']>) => string
  authorityVerdicts: Record<ResultOf<'invoices.verifyAtAuthority'>['verdict'], string>
  disagree: string
  canAsk: string
  quotas: Record<Quota['operation'], string>
  limits: Record<'operation' | 'subject' | 'used' | 'left' | 'limit' | 'empty', string>
  day: (day: string, perMinute: number) => string
}

export const UPLOAD_LABELS: Record<Locale, UploadLabels> = {
  ro: {
    preview: {
      file: 'Fișier',
      standard: 'Standard',
      company: 'Pentru firma',
      number: 'Număr',
      date: 'Data',
      seller: 'Furnizor',
      buyer: 'Cumpărător',
      amount: 'Sumă',
      flags: 'Mențiuni',
    },
    flags: {
      extern: 'cumpărător din străinătate',
      selfBilled: 'autofactură',
      enforcement: 'executare silită',
      b2c: 'persoană fizică (B2C)',
    },
    looksLike: flags => `Atenție: conținutul sugerează și: ${flags}`,
    otherCompany: cui => `Atenție: XML-ul este al firmei ${cui}`,
    noRights: cui => `Atenție: nu aveți drepturi în SPV pentru ${cui}`,
    filedBefore: (file, when, outcome) => `Exact același fișier (${file}) a fost transmis la ${when} (${outcome}).`,
    ask: count =>
      count === 1
        ? 'Transmit acest fișier la ANAF? [d/N] '
        : `Transmit la ANAF toate fișierele de mai sus (${count})? [d/N] `,
    askAgain: 'Îl transmit încă o dată? [d/N] ',
    states: {
      sending: 'se transmite',
      'not-sent': 'netransmisă',
      unknown: 'nu se știe dacă a ajuns la ANAF',
      rejected: 'respinsă',
      processing: 'în prelucrare',
      ok: 'validă',
      nok: 'cu erori',
      'not-taken': 'nepreluată (XML cu erori)',
    },
    list: {
      id: 'Nr.',
      date: 'Data',
      file: 'Fișier',
      number: 'Număr',
      cui: 'CUI',
      state: 'Stare',
      index: 'Index',
      message: 'Id mesaj',
      empty: 'Nicio transmitere.',
    },
    archived: id => `Id-ul documentului: ${id}`,
    findings: count => `Constatări: ${count}`,
    valid: 'Validat fără erori.',
    notValidated: 'Atenție: PDF generat fără validare; nimeni nu garantează conținutul.',
    verdicts: {
      valid: 'semnătură corectă',
      tampered: 'DOCUMENT MODIFICAT după semnare',
      'not-signed': 'SEMNĂTURA NU SE CONFIRMĂ',
      'other-copy': 'COPIA SEMNATĂ ESTE ALTA decât documentul',
      unverifiable: 'nu se poate verifica',
    },
    chains: {
      anchored: 'până la un certificat de încredere',
      'not-anchored': 'nu duce la un certificat de încredere',
      'self-signed': 'certificat autosemnat: nu garantează nimeni altcineva pentru el (așa semnează mediul de test)',
      'not-checked': 'neverificat: niciun certificat de încredere configurat',
      'not-shown': 'neverificat: nu s-a confirmat cine a semnat',
    },
    signature: {
      verdict: 'Pe acest calculator',
      form: 'Forma',
      subject: 'Semnatar',
      claimed: 'Semnatar, după cum spune fișierul',
      issuer: 'Emitent',
      serial: 'Serie',
      validity: 'Valabil',
      chain: 'Lanț',
      problem: 'Problemă',
      authority: 'Răspunsul ANAF',
    },
    forms: { enveloped: 'semnătură într-o copie a documentului', detached: 'semnătură separată de document' },
    how: ({ digestOf, canonicalization, signedInfo }) =>
      [
        `amprenta este a ${digestOf === 'document' ? 'documentului așa cum a fost transmis' : 'copiei semnate, aceeași cu documentul'}`,
        canonicalization === 'inclusive'
          ? 'forma canonică inclusivă (C14N 1.0)'
          : 'forma canonică exclusivă (exc-C14N)',
        signedInfo === 'as-written'
          ? 'SignedInfo așa cum este scris'
          : 'SignedInfo fără rândurile puse după semnare între elementele lui',
      ].join('; '),
    authorityVerdicts: { valid: 'semnătură validă', invalid: 'SEMNĂTURĂ NEVALIDĂ', unknown: 'răspuns necunoscut' },
    disagree: 'Rezultatul de pe acest calculator diferă de răspunsul ANAF. Răspunsul ANAF este cel care contează.',
    canAsk: 'Răspunsul ANAF se cere cu --ask-authority.',
    quotas: {
      'list-by-days': 'liste pe zile',
      'list-paginated': 'liste paginate',
      rasp: 'mesaje RASP',
      status: 'verificări de stare',
      download: 'descărcări',
    },
    limits: {
      operation: 'Operație',
      subject: 'CUI / mesaj',
      used: 'Folosite',
      left: 'Rămase',
      limit: 'Limită',
      empty: 'Nimic folosit azi.',
    },
    day: (day, perMinute) => `Ziua ${day}; cel mult ${perMinute} ${pluralForm('ro', CALLS, perMinute)} pe minut`,
  },
  en: {
    preview: {
      file: 'File',
      standard: 'Standard',
      company: 'For company',
      number: 'Number',
      date: 'Date',
      seller: 'Seller',
      buyer: 'Buyer',
      amount: 'Amount',
      flags: 'Flags',
    },
    flags: {
      extern: 'buyer abroad',
      selfBilled: 'self-billed',
      enforcement: 'enforcement body',
      b2c: 'consumer (B2C)',
    },
    looksLike: flags => `Note: the content suggests also: ${flags}`,
    otherCompany: cui => `Note: the XML belongs to company ${cui}`,
    noRights: cui => `Note: you have no SPV rights for ${cui}`,
    filedBefore: (file, when, outcome) => `Exactly the same file (${file}) was uploaded at ${when} (${outcome}).`,
    ask: count => (count === 1 ? 'Upload this file to ANAF? [y/N] ' : `Upload these ${count} files to ANAF? [y/N] `),
    askAgain: 'Upload it once more? [y/N] ',
    states: {
      sending: 'being sent',
      'not-sent': 'not sent',
      unknown: 'not known whether it reached ANAF',
      rejected: 'rejected',
      processing: 'being processed',
      ok: 'valid',
      nok: 'has errors',
      'not-taken': 'not accepted (XML with errors)',
    },
    list: {
      id: 'No.',
      date: 'Date',
      file: 'File',
      number: 'Number',
      cui: 'CUI',
      state: 'State',
      index: 'Index',
      message: 'Message id',
      empty: 'No upload.',
    },
    archived: id => `Id of the document: ${id}`,
    findings: count => `Findings: ${count}`,
    valid: 'Validated without errors.',
    notValidated: 'Note: the PDF was generated without validation; nobody vouches for its content.',
    verdicts: {
      valid: 'signature is valid',
      tampered: 'DOCUMENT WAS CHANGED after signing',
      'not-signed': 'SIGNATURE IS NOT VALID',
      'other-copy': 'SIGNED COPY DIFFERS from the document',
      unverifiable: 'cannot be verified',
    },
    chains: {
      anchored: 'leads to a trusted certificate',
      'not-anchored': 'does not lead to a trusted certificate',
      'self-signed': 'self-signed: nobody else vouches for it (the test environment signs so)',
      'not-checked': 'not checked: no trusted certificate is configured',
      'not-shown': 'not checked: the signer is not confirmed',
    },
    signature: {
      verdict: 'On this computer',
      form: 'Form',
      subject: 'Signer',
      claimed: 'Signer, according to the file',
      issuer: 'Issuer',
      serial: 'Serial',
      validity: 'Valid',
      chain: 'Chain',
      problem: 'Problem',
      authority: "ANAF's answer",
    },
    forms: { enveloped: 'signature in a copy of the document', detached: 'signature apart from the document' },
    how: ({ digestOf, canonicalization, signedInfo }) =>
      [
        `the digest is of ${digestOf === 'document' ? 'the document as it was uploaded' : 'the signed copy, which is the same as the document'}`,
        canonicalization === 'inclusive'
          ? 'inclusive canonical form (C14N 1.0)'
          : 'exclusive canonical form (exc-C14N)',
        signedInfo === 'as-written'
          ? 'SignedInfo as it is written'
          : 'SignedInfo without the line breaks put between its elements after signing',
      ].join('; '),
    authorityVerdicts: {
      valid: 'valid signature',
      invalid: 'INVALID SIGNATURE',
      unknown: 'unknown answer',
    },
    disagree: "The result on this computer differs from ANAF's answer. ANAF's answer is the one that counts.",
    canAsk: "Get ANAF's answer with --ask-authority.",
    quotas: {
      'list-by-days': 'lists by days',
      'list-paginated': 'paginated lists',
      rasp: 'RASP messages',
      status: 'status checks',
      download: 'downloads',
    },
    limits: {
      operation: 'Operation',
      subject: 'CUI / message',
      used: 'Used',
      left: 'Left',
      limit: 'Limit',
      empty: 'Nothing used today.',
    },
    day: (day, perMinute) => `Day ${day}; at most ${perMinute} requests a minute`,
  },
}
