import type { Locale } from '../../../shared/errors/codes.ts'
import { isNotFound } from '../../../shared/filings/settled.ts'
import type { Declaration, DeclarationState } from '../../../shared/protocol/declarations.ts'

/** Labels of the command line for declarations, in each language. */
type DeclarationLabels = {
  preview: Record<'file' | 'form' | 'company' | 'period' | 'signed' | 'attachment', string>
  unread: string
  noTestEnvironment: string
  trial: string
  ask: (count: number) => string
  askAgain: (file: string, when: string, outcome: string) => string
  states: Record<DeclarationState, string>
  receipts: Record<Declaration['receipt'], string>
  overdue: string
  unconfirmed: string
  notFound: string
  list: Record<'id' | 'filed' | 'form' | 'period' | 'cui' | 'state' | 'number' | 'receipt' | 'empty', string>
  rows: Record<'number' | 'form' | 'state' | 'registration' | 'uploaded' | 'receipt', string>
  notListed: string
  others: (count: number) => string
}

export const DECLARATION_LABELS: Record<Locale, DeclarationLabels> = {
  ro: {
    preview: {
      file: 'Fișier',
      form: 'Formular',
      company: 'Firma',
      period: 'Perioada',
      signed: 'Semnat',
      attachment: 'XML atașat',
    },
    unread: 'nu se poate citi',
    noTestEnvironment: 'Portalul nu are mediu de test: orice depunere este reală. Pentru încercări există D406T.',
    trial: 'D406T: fără efect juridic sau fiscal.',
    ask: count =>
      count === 1
        ? 'Depun această declarație la ANAF? [d/N] '
        : `Depun la ANAF toate declarațiile de mai sus (${count})? [d/N] `,
    askAgain: (file, when, outcome) =>
      `Exact același fișier (${file}) a fost depus la ${when} (${outcome}). Îl depun încă o dată? [d/N] `,
    states: {
      sending: 'se trimite',
      'not-sent': 'netrimisă',
      unknown: 'nu știm încă dacă a ajuns; verificăm',
      rejected: 'respinsă de portal',
      processing: 'în prelucrare',
      valid: 'validă',
      'has-errors': 'are erori de validare',
      'not-a-document': 'fișierul nu este un document valid',
    },
    receipts: { none: '–', archived: 'arhivată', unavailable: 'indisponibilă acum' },
    overdue: 'întârziată',
    unconfirmed: 'văzută pe pagină, încă neconfirmată',
    notFound: 'negăsită la ANAF; căutați-o pe portal',
    list: {
      id: 'Nr.',
      filed: 'Depusă',
      form: 'Formular',
      period: 'Perioada',
      cui: 'CUI',
      state: 'Stare',
      number: 'Index',
      receipt: 'Recipisă',
      empty: 'Nicio depunere încă.',
    },
    rows: {
      number: 'Index',
      form: 'Formular',
      state: 'Stare',
      registration: 'Înregistrare',
      uploaded: 'Încărcată',
      receipt: 'Recipisă',
    },
    notListed:
      'Pagina de stare nu arată încă depunerea; verificați CUI-ul și căutați-o mai târziu cu „declarations list”.',
    others: count =>
      count === 1
        ? 'Încă o depunere a firmei nu este urmărită:'
        : `Alte depuneri ale firmei, care nu sunt urmărite (${count}):`,
  },
  en: {
    preview: {
      file: 'File',
      form: 'Form',
      company: 'Company',
      period: 'Period',
      signed: 'Signed',
      attachment: 'Attached XML',
    },
    unread: 'cannot be read',
    noTestEnvironment: 'The portal has no test environment: every submission is real. Use D406T for a trial.',
    trial: 'D406T: without legal or fiscal effect.',
    ask: count => (count === 1 ? 'Submit this declaration? [y/N] ' : `Submit these ${count} declarations? [y/N] `),
    askAgain: (file, when, outcome) =>
      `Exactly this file (${file}) was submitted at ${when} (${outcome}). Submit it once more? [y/N] `,
    states: {
      sending: 'being sent',
      'not-sent': 'not sent',
      unknown: 'not known yet whether it arrived; checking',
      rejected: 'rejected by the portal',
      processing: 'being processed',
      valid: 'valid',
      'has-errors': 'has validation errors',
      'not-a-document': 'the file is not a valid document',
    },
    receipts: { none: '–', archived: 'archived', unavailable: 'not available now' },
    overdue: 'overdue',
    unconfirmed: 'seen on the page, not yet confirmed',
    notFound: 'not found at ANAF; look on the portal',
    list: {
      id: 'No.',
      filed: 'Submitted',
      form: 'Form',
      period: 'Period',
      cui: 'CUI',
      state: 'State',
      number: 'Index',
      receipt: 'Receipt',
      empty: 'No declaration yet.',
    },
    rows: {
      number: 'Index',
      form: 'Form',
      state: 'State',
      registration: 'Registration',
      uploaded: 'Uploaded',
      receipt: 'Receipt',
    },
    notListed: 'The status page does not list it yet; check the CUI, and look again later with "declarations list".',
    others: count =>
      count === 1
        ? 'One more declaration of the company is not followed:'
        : `${count} more declarations of the company are not followed:`,
  },
}

/** The state of a declaration in words. */
export function stateWords({ states, notFound, unconfirmed }: DeclarationLabels, declaration: Declaration): string {
  if (isNotFound(declaration)) return notFound
  return declaration.isUnconfirmed ? unconfirmed : states[declaration.state]
}
