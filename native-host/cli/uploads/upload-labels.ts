import type { SignatureFinding } from '../../../shared/domain/signature-verdict.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { SignatureReport } from '../../../shared/protocol/checks.ts'
import type { Quota } from '../../../shared/protocol/limits.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { UploadFlags, UploadState } from '../../../shared/protocol/uploads.ts'

/** Labels of the command line for uploads, checks and limits, in each language. */
type UploadLabels = {
  preview: Record<'file' | 'standard' | 'company' | 'number' | 'date' | 'seller' | 'buyer' | 'total' | 'flags', string>
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
      seller: 'Vânzător',
      buyer: 'Cumpărător',
      total: 'De plată',
      flags: 'Mențiuni',
    },
    flags: {
      extern: 'cumpărător din străinătate',
      selfBilled: 'autofactură',
      enforcement: 'executare silită',
      b2c: 'persoană fizică (B2C)',
    },
    looksLike: flags => `Atenție: după conținut pare să se potrivească și: ${flags}`,
    otherCompany: cui => `Atenție: XML-ul este al firmei ${cui}`,
    noRights: cui => `Atenție: nu aveți drept în SPV pentru ${cui}`,
    filedBefore: (file, when, outcome) => `Exact același fișier (${file}) a fost depus la ${when} (${outcome}).`,
    ask: count =>
      count === 1
        ? 'Depun acest fișier la ANAF? [d/N] '
        : `Depun la ANAF toate fișierele de mai sus (${count})? [d/N] `,
    askAgain: 'Îl depun încă o dată? [d/N] ',
    states: {
      sending: 'se trimite',
      'not-sent': 'netrimis',
      unknown: 'nu se știe dacă a ajuns; se verifică',
      rejected: 'respins',
      processing: 'în prelucrare',
      ok: 'valid',
      nok: 'cu erori',
      'not-taken': 'nepreluat (XML cu erori)',
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
      empty: 'Nicio depunere.',
    },
    archived: id => `Id-ul documentului: ${id}`,
    findings: count => `Constatări: ${count}`,
    valid: 'Validat fără erori.',
    notValidated: 'Atenție: PDF făcut fără validare; nimeni nu garantează conținutul.',
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
        `amprenta este a ${digestOf === 'document' ? 'documentului așa cum a fost depus' : 'copiei semnate, aceeași cu documentul'}`,
        canonicalization === 'inclusive'
          ? 'forma canonică inclusivă (C14N 1.0)'
          : 'forma canonică exclusivă (exc-C14N)',
        signedInfo === 'as-written'
          ? 'SignedInfo așa cum este scris'
          : 'SignedInfo fără rândurile puse după semnare între elementele lui',
      ].join('; '),
    authorityVerdicts: { valid: 'semnătură validă', invalid: 'SEMNĂTURĂ NEVALIDĂ', unknown: 'răspuns necunoscut' },
    disagree: 'Acest calculator și ANAF nu spun același lucru. Hotărâtor este răspunsul ANAF.',
    canAsk: 'Răspunsul ANAF se cere cu --ask-authority.',
    quotas: {
      'list-by-days': 'liste pe zile',
      'list-paginated': 'liste paginate',
      rasp: 'mesaje RASP',
      status: 'interogări de stare',
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
    day: (day, perMinute) => `Ziua ${day}; cel mult ${perMinute} cereri pe minut`,
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
      total: 'Payable',
      flags: 'Flags',
    },
    flags: {
      extern: 'buyer abroad',
      selfBilled: 'self-billed',
      enforcement: 'enforcement body',
      b2c: 'consumer (B2C)',
    },
    looksLike: flags => `Note: by its content this seems to apply too: ${flags}`,
    otherCompany: cui => `Note: the XML is of the company ${cui}`,
    noRights: cui => `Note: you have no SPV right for ${cui}`,
    filedBefore: (file, when, outcome) => `Exactly the same file (${file}) was filed at ${when} (${outcome}).`,
    ask: count =>
      count === 1 ? 'File this with the authority? [y/N] ' : `File these ${count} with the authority? [y/N] `,
    askAgain: 'File it once more? [y/N] ',
    states: {
      sending: 'being sent',
      'not-sent': 'not sent',
      unknown: 'not known whether it arrived; checking',
      rejected: 'rejected',
      processing: 'being processed',
      ok: 'valid',
      nok: 'has errors',
      'not-taken': 'not taken (XML with errors)',
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
      empty: 'No filing.',
    },
    archived: id => `Id of the document: ${id}`,
    findings: count => `Findings: ${count}`,
    valid: 'Validated without errors.',
    notValidated: 'Note: PDF made without validation; nobody vouches for its content.',
    verdicts: {
      valid: 'signature holds',
      tampered: 'DOCUMENT WAS CHANGED after signing',
      'not-signed': 'SIGNATURE DOES NOT HOLD',
      'other-copy': 'SIGNED COPY IS ANOTHER than the document',
      unverifiable: 'cannot be verified',
    },
    chains: {
      anchored: 'leads to a trusted certificate',
      'not-anchored': 'leads to no trusted certificate',
      'self-signed': 'self-signed: nobody else vouches for it (the test environment signs so)',
      'not-checked': 'not checked: no trusted certificate is configured',
      'not-shown': 'not checked: it was not shown who signed',
    },
    signature: {
      verdict: 'On this computer',
      form: 'Form',
      subject: 'Signer',
      claimed: 'Signer, as the file says',
      issuer: 'Issuer',
      serial: 'Serial',
      validity: 'Valid',
      chain: 'Chain',
      problem: 'Problem',
      authority: "The authority's answer",
    },
    forms: { enveloped: 'signature in a copy of the document', detached: 'signature apart from the document' },
    how: ({ digestOf, canonicalization, signedInfo }) =>
      [
        `the digest is of ${digestOf === 'document' ? 'the document as it was filed' : 'the signed copy, which is the same as the document'}`,
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
      unknown: 'an answer that is not known',
    },
    disagree: "This computer and the authority do not say the same. The authority's answer is the one that counts.",
    canAsk: "Ask for the authority's answer with --ask-authority.",
    quotas: {
      'list-by-days': 'lists by days',
      'list-paginated': 'paginated lists',
      rasp: 'RASP messages',
      status: 'status queries',
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
