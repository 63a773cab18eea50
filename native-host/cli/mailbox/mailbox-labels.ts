import type { MailboxKind } from '../../../shared/domain/mailbox.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { MailboxItem, SpvRight } from '../../../shared/protocol/mailbox.ts'
import type { RequestState } from '../../../shared/protocol/requests.ts'
import { pluralForm } from '../../../shared/text/plural.ts'

const COMPANIES = { one: 'firmă', few: 'firme', other: 'de firme' }

/** Labels of the command line for the SPV mailbox, in each language. */
type MailboxLabels = {
  kinds: Record<MailboxKind, string>
  states: Record<MailboxItem['state'], string>
  list: Record<'date' | 'company' | 'type' | 'kind' | 'details' | 'state' | 'id' | 'empty', string>
  refused: string
  sessionNeeded: string
  nothing: string
  requestStates: Record<RequestState, string>
  requests: Record<'number' | 'date' | 'type' | 'cui' | 'state' | 'id' | 'message' | 'empty', string>
  document: (messageId: string) => string
  notDelivered: string
  ask: (type: string, companies: number) => string
  rights: Record<'cui' | 'name' | 'state' | 'asOf' | 'serial' | 'empty', string>
  rightStates: Record<SpvRight['state'], string>
  person: string
  gone: string
  offered: (count: number) => string
}

export const MAILBOX_LABELS: Record<Locale, MailboxLabels> = {
  ro: {
    kinds: {
      receipt: 'recipisă',
      report: 'răspuns la solicitare',
      payment: 'plată',
      'income-certificate': 'adeverință de venit',
      declaration: 'declarație',
      notice: 'notificare',
      act: 'act al ANAF',
      other: 'alt mesaj',
    },
    states: { listed: 'în listă', archived: 'arhivat', refused: 'indisponibil la ANAF', failed: 'eșuat' },
    list: {
      date: 'Data',
      company: 'CUI',
      type: 'Tip',
      kind: 'Fel',
      details: 'Detalii',
      state: 'Stare',
      id: 'Id',
      empty: 'Niciun mesaj.',
    },
    refused: 'Indisponibile la ANAF',
    sessionNeeded:
      'Sesiunea SPV s-a încheiat. Reconectați-vă din extensie sau prin: recipisa session import spv - ; apoi continuă automat.',
    nothing: 'Niciun mesaj în SPV în această perioadă.',
    requestStates: {
      sending: 'așteaptă să fie trimisă',
      'not-sent': 'netrimisă',
      unknown: 'trimisă, fără răspuns',
      rejected: 'refuzată de ANAF',
      requested: 'solicitată, documentul nu a sosit încă',
      delivered: 'documentul a sosit, nu este încă descărcat',
      archived: 'documentul este arhivat',
    },
    requests: {
      number: 'Nr.',
      date: 'Data',
      type: 'Document',
      cui: 'CUI',
      state: 'Stare',
      id: 'Id solicitare',
      message: 'Mesaj',
      empty: 'Nicio solicitare.',
    },
    document: id => `Documentul: recipisa mailbox get ${id}`,
    notDelivered: 'Documentul nu a sosit încă; va fi descărcat la următoarea sincronizare.',
    ask: (type, companies) => `Solicit ${type} pentru ${companies} ${pluralForm('ro', COMPANIES, companies)}? [d/N] `,
    rights: {
      cui: 'CUI/CNP',
      name: 'Denumire',
      state: 'În listă',
      asOf: 'Drepturi la',
      serial: 'Seria certificatului',
      empty: 'Drepturile nu sunt cunoscute încă: recipisa mailbox sync',
    },
    rightStates: { listed: 'da', declined: 'nu', offered: 'neadăugată încă' },
    person: 'persoană',
    gone: 'fără drepturi acum',
    offered: count => `Firme neadăugate încă: ${count}. Adăugați-le: recipisa mailbox rights --add-all (sau --add CUI)`,
  },
  en: {
    kinds: {
      receipt: 'receipt',
      report: 'report',
      payment: 'payment',
      'income-certificate': 'income certificate',
      declaration: 'declaration',
      notice: 'notice',
      act: 'ANAF act',
      other: 'other message',
    },
    states: { listed: 'listed', archived: 'archived', refused: 'refused by ANAF', failed: 'failed' },
    list: {
      date: 'Date',
      company: 'CUI',
      type: 'Type',
      kind: 'Kind',
      details: 'Details',
      state: 'State',
      id: 'Id',
      empty: 'No message.',
    },
    refused: 'Refused',
    sessionNeeded:
      'The SPV session has ended. Sign in again in the extension, or by: recipisa session import spv - ; it then resumes automatically.',
    nothing: 'No message in SPV for this period.',
    requestStates: {
      sending: 'waiting to be sent',
      'not-sent': 'not sent',
      unknown: 'sent, without an answer',
      rejected: 'rejected by ANAF',
      requested: 'requested, the document has not arrived yet',
      delivered: 'the document has arrived, it is not downloaded yet',
      archived: 'the document is archived',
    },
    requests: {
      number: 'No.',
      date: 'Date',
      type: 'Document',
      cui: 'CUI',
      state: 'State',
      id: 'Request id',
      message: 'Message',
      empty: 'No request.',
    },
    document: id => `The document: recipisa mailbox get ${id}`,
    notDelivered: 'The document has not arrived yet; the next sync downloads it.',
    ask: (type, companies) => `Request ${type} for ${companies} companies? [y/N] `,
    rights: {
      cui: 'CUI/CNP',
      name: 'Name',
      state: 'On the list',
      asOf: 'Rights as of',
      serial: 'Certificate serial',
      empty: 'The rights are not known yet: recipisa mailbox sync',
    },
    rightStates: { listed: 'yes', declined: 'no', offered: 'not added yet' },
    person: 'person',
    gone: 'no rights now',
    offered: count => `Companies not added yet: ${count}. Add them: recipisa mailbox rights --add-all (or --add CUI)`,
  },
}
