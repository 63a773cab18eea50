import type { Direction, MessageKind, MessageState } from '../../../shared/domain/invoices.ts'
import type { Locale, Side } from '../../../shared/errors/codes.ts'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import type { Job, JobKind, SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { ServiceSession } from '../../../shared/protocol/session.ts'

/** Labels of the command line, in each language; the sentences of errors are in shared/errors. */
type Labels = {
  error: string
  side: string
  next: string
  sides: Record<Side, string>
  none: string
  yes: string
  no: string
  authStates: Record<AuthStatus['state'], string>
  keptIn: Record<AuthStatus['keptIn'], string>
  signatures: Record<AuthStatus['signature'], string>
  auth: Record<'state' | 'serial' | 'access' | 'refresh' | 'signature' | 'kept' | 'roles', string>
  otherCertificate: (now: string, before: string) => string
  forgotten: string
  sessionStates: Record<ServiceSession['state'], string>
  session: Record<'service' | 'state' | 'since' | 'lastUsed' | 'expires' | 'kept', string>
  sessionForgotten: string
  /** Advice where there is no extension with a button. */
  sessionByCommand: string
  rights: Record<Company['rights'], string>
  companies: Record<'cui' | 'name' | 'rights' | 'synced' | 'archived' | 'unread' | 'empty', string>
  added: (cui: string) => string
  removed: (cui: string) => string
  notOnList: (cui: string) => string
  phases: Record<SyncProgress['phase'], string>
  pausedUntil: (when: string) => string
  sync: Record<'cui' | 'listed' | 'downloaded' | 'expired' | 'failed' | 'total' | 'folder' | 'noCompanies', string>
  invoices: Record<'date' | 'kind' | 'number' | 'partner' | 'amount' | 'state' | 'id' | 'empty', string>
  shown: (shown: number, total: number) => string
  kinds: Record<MessageKind, string>
  bothDirections: Record<Exclude<Direction, 'sent' | 'received'>, string>
  states: Record<MessageState | 'undescribed', string>
  saved: (path: string) => string
  verified: (checked: number) => string
  damaged: (count: number) => string
  problems: Record<'missing' | 'changed' | 'torn-line', string>
  rebuilt: (indexed: number) => string
  keptDatabase: (path: string) => string
  keptJournal: (lines: string, path: string) => string
  jobStates: Record<Job['state'], string>
  jobKinds: Record<JobKind, string>
  jobs: Record<'id' | 'kind' | 'state' | 'started' | 'ended' | 'progress' | 'empty', string>
  noJob: string
  profile: Record<
    'file' | 'environment' | 'auth' | 'base' | 'client' | 'secret' | 'redirect' | 'kept' | 'folder' | 'builtIn',
    string
  >
}

export const LABELS: Record<Locale, Labels> = {
  ro: {
    error: 'Eroare',
    side: 'Ține de',
    next: 'Ce urmează',
    sides: {
      ours: 'programul Recipisa',
      input: 'datele introduse',
      authority: 'ANAF',
      certificate: 'certificatul',
      network: 'rețeaua',
    },
    none: '–',
    yes: 'da',
    no: 'nu',
    authStates: { connected: 'conectat', expired: 'expirat', disconnected: 'neconectat' },
    keptIn: {
      'credential-store': 'seiful de parole al sistemului',
      'owner-only-file': 'un fișier citit numai de dvs.',
    },
    signatures: { verified: 'verificată', unchecked: 'neverificată', failed: 'nu se confirmă' },
    auth: {
      state: 'Stare',
      serial: 'Seria certificatului',
      access: 'Acces valabil până la',
      refresh: 'Autorizare valabilă până la',
      signature: 'Semnătura autorizării',
      kept: 'Păstrat în',
      roles: 'Servicii',
    },
    otherCertificate: (now, before) => `Alt certificat decât înainte: acum ${now}, înainte ${before}.`,
    forgotten: 'Autorizarea salvată a fost ștearsă de pe acest calculator; la ANAF rămâne valabilă până expiră.',
    sessionStates: { active: 'activă', expired: 'expirată', none: 'neconectat' },
    session: {
      service: 'Serviciu',
      state: 'Sesiune',
      since: 'Începută',
      lastUsed: 'Folosită ultima dată',
      expires: 'Expiră',
      kept: 'Păstrată în',
    },
    sessionForgotten: 'Sesiunea a fost încheiată și ștearsă de pe acest calculator.',
    sessionByCommand:
      'Fără extensie: recipisa session import spv|portal - , cu cookie-urile din browser la intrarea standard.',
    rights: { granted: 'cu drepturi', denied: 'fără drepturi', unknown: 'necunoscut' },
    companies: {
      cui: 'CUI',
      name: 'Denumire',
      rights: 'Drepturi SPV',
      synced: 'Sincronizat',
      archived: 'Arhivate',
      unread: 'Noi',
      empty: 'Nicio firmă. Adăugați una: recipisa companies add CUI',
    },
    added: cui => `Firma ${cui} a fost adăugată.`,
    removed: cui => `Firma ${cui} a fost scoasă din listă; documentele arhivate rămân.`,
    notOnList: cui => `Firma ${cui} nu era în listă.`,
    phases: {
      listing: 'citesc listele',
      downloading: 'descarc',
      paused: 'pauză cerută de ANAF',
      'session-needed': 'aștept reconectarea la SPV',
    },
    pausedUntil: when => `pauză cerută de ANAF până la ${when}`,
    sync: {
      cui: 'CUI',
      listed: 'În listă',
      downloaded: 'Descărcate',
      expired: 'Expirate',
      failed: 'Eșuate',
      total: 'Total',
      folder: 'Folderul arhivei',
      noCompanies: 'Nicio firmă de sincronizat. Adăugați una: recipisa companies add CUI',
    },
    invoices: {
      date: 'Data',
      kind: 'Tip',
      number: 'Număr',
      partner: 'Partener',
      amount: 'De plată',
      state: 'Stare',
      id: 'Id',
      empty: 'Niciun document.',
    },
    shown: (shown, total) => `${shown} din ${total}`,
    kinds: { sent: 'trimisă', received: 'primită', errors: 'erori', 'buyer-message': 'mesaj', other: 'altele' },
    bothDirections: { both: 'autofactură' },
    states: {
      listed: 'în listă',
      archived: 'arhivat',
      expired: 'expirat',
      failed: 'eșuat',
      undescribed: 'arhivat, necitit',
    },
    saved: path => `Salvat: ${path}`,
    verified: checked => `Documente verificate: ${checked}; toate sunt cum au fost descărcate.`,
    damaged: count => `Probleme găsite: ${count}`,
    problems: { missing: 'lipsește', changed: 'modificat', 'torn-line': 'rând de jurnal întrerupt' },
    rebuilt: indexed => `Documente indexate din nou: ${indexed}.`,
    keptDatabase: path => `Baza de date veche este păstrată în ${path}`,
    keptJournal: (lines, path) =>
      `Un jurnal avea rânduri întrerupte (${lines}), care nu au putut fi citite; fișierul vechi este păstrat în ${path}`,
    jobStates: {
      running: 'în lucru',
      interrupted: 'întrerupt',
      done: 'gata',
      failed: 'eșuat',
      cancelled: 'oprit',
    },
    jobKinds: { sync: 'e-Factura', mailbox: 'Mesaje SPV' },
    jobs: {
      id: 'Nr.',
      kind: 'Serviciu',
      state: 'Stare',
      started: 'Început',
      ended: 'Încheiat',
      progress: 'Progres',
      empty: 'Nicio sincronizare încă.',
    },
    noJob: 'Nicio operațiune în curs.',
    profile: {
      file: 'Profil',
      environment: 'Mediu',
      auth: 'Autorizare',
      base: 'API',
      client: 'Client ID',
      secret: 'Client secret',
      redirect: 'Adresa de redirectare',
      kept: 'Secrete păstrate în',
      folder: 'Folderul arhivei',
      builtIn: 'producție (implicit)',
    },
  },
  en: {
    error: 'Error',
    side: 'Side',
    next: 'Next',
    sides: {
      ours: 'the Recipisa program',
      input: 'what was entered',
      authority: 'ANAF',
      certificate: 'the certificate',
      network: 'the network',
    },
    none: '–',
    yes: 'yes',
    no: 'no',
    authStates: { connected: 'connected', expired: 'expired', disconnected: 'not signed in' },
    keptIn: { 'credential-store': "the system's credential store", 'owner-only-file': 'a file that only you can read' },
    signatures: { verified: 'verified', unchecked: 'not checked', failed: 'does not verify' },
    auth: {
      state: 'State',
      serial: 'Certificate serial',
      access: 'Access valid until',
      refresh: 'Authorization valid until',
      signature: 'Authorization signature',
      kept: 'Kept in',
      roles: 'Services',
    },
    otherCertificate: (now, before) => `The certificate has changed: it was ${before} and is now ${now}.`,
    forgotten: 'The saved authorization was deleted from this computer; it stays valid at ANAF until it expires.',
    sessionStates: { active: 'active', expired: 'expired', none: 'not connected' },
    session: {
      service: 'Service',
      state: 'Session',
      since: 'Since',
      lastUsed: 'Last used',
      expires: 'Expires',
      kept: 'Kept in',
    },
    sessionForgotten: 'The session was ended and deleted from this computer.',
    sessionByCommand:
      "Without the extension: recipisa session import spv|portal - , with the browser's cookies on standard input.",
    rights: { granted: 'granted', denied: 'denied', unknown: 'unknown' },
    companies: {
      cui: 'CUI',
      name: 'Name',
      rights: 'SPV rights',
      synced: 'Synced',
      archived: 'Archived',
      unread: 'New',
      empty: 'No company. Add one: recipisa companies add CUI',
    },
    added: cui => `Company ${cui} was added.`,
    removed: cui => `Company ${cui} was removed from the list; its archived documents stay.`,
    notOnList: cui => `Company ${cui} was not on the list.`,
    phases: {
      listing: 'reading lists',
      downloading: 'downloading',
      paused: 'paused at the request of ANAF',
      'session-needed': 'waiting for a new SPV session',
    },
    pausedUntil: when => `paused at the request of ANAF until ${when}`,
    sync: {
      cui: 'CUI',
      listed: 'Listed',
      downloaded: 'Downloaded',
      expired: 'Expired',
      failed: 'Failed',
      total: 'Total',
      folder: 'Archive folder',
      noCompanies: 'No company to sync. Add one: recipisa companies add CUI',
    },
    invoices: {
      date: 'Date',
      kind: 'Kind',
      number: 'Number',
      partner: 'Partner',
      amount: 'Payable',
      state: 'State',
      id: 'Id',
      empty: 'No document.',
    },
    shown: (shown, total) => `${shown} of ${total}`,
    kinds: { sent: 'sent', received: 'received', errors: 'errors', 'buyer-message': 'message', other: 'other' },
    bothDirections: { both: 'self-billed' },
    states: {
      listed: 'listed',
      archived: 'archived',
      expired: 'expired',
      failed: 'failed',
      undescribed: 'archived, not read yet',
    },
    saved: path => `Saved: ${path}`,
    verified: checked => `Documents checked: ${checked}; all are as they were downloaded.`,
    damaged: count => `Problems found: ${count}`,
    problems: { missing: 'missing', changed: 'changed', 'torn-line': 'journal line cut short' },
    rebuilt: indexed => `Documents reindexed: ${indexed}.`,
    keptDatabase: path => `The old database is kept in ${path}`,
    keptJournal: (lines, path) =>
      `A journal had lines that were cut short (${lines}) and could not be read; the old file is kept in ${path}`,
    jobStates: {
      running: 'running',
      interrupted: 'interrupted',
      done: 'done',
      failed: 'failed',
      cancelled: 'stopped',
    },
    jobKinds: { sync: 'e-Factura', mailbox: 'SPV messages' },
    jobs: {
      id: 'No.',
      kind: 'Service',
      state: 'State',
      started: 'Started',
      ended: 'Ended',
      progress: 'Progress',
      empty: 'No sync yet.',
    },
    noJob: 'Nothing is running.',
    profile: {
      file: 'Profile',
      environment: 'Environment',
      auth: 'Authorization',
      base: 'API',
      client: 'Client id',
      secret: 'Client secret',
      redirect: 'Redirect URI',
      kept: 'Secrets kept in',
      folder: 'Archive folder',
      builtIn: 'production (built in)',
    },
  },
}
