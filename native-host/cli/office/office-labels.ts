import type { Locale } from '../../../shared/errors/codes.ts'
import type { SeatRole } from '../../../shared/protocol/office.ts'

type Labels = {
  password: string
  objectSecret: string
  none: string
  address: string
  seat: string
  documents: string
  kept: (companies: number) => string
  keeps: Record<'opened' | 'all', string>
  problem: string
  storage: string
  shared: string
  totals: (documents: number, megabytes: string, filings: number) => string
  news: string
  held: (since: string) => string
  waiting: string
  conflicts: string
  heads: readonly [string, string, string, string]
  roles: Record<SeatRole, string>
  allCompanies: string
  left: string
  me: string
  invitation: (url: string, password: string) => string
  leaving: string
  gone: (unsent: number) => string
  exchanged: (sent: number, received: number, brought: number) => string
  backedUp: (rows: number, documents: number) => string
  restored: (rows: number, documents: number) => string
  missing: (documents: number) => string
  works: (minutes: number) => string
  fileAlone: (count: number) => string
  mirrored: (written: number, present: number) => string
}

export const OFFICE_LABELS: Record<Locale, Labels> = {
  ro: {
    password: 'Parola: ',
    objectSecret: 'Cheia secretă a depozitului S3: ',
    none: 'Acest calculator nu este într-un cabinet. Intrați: recipisa office join ADRESA',
    address: 'Baza de date',
    seat: 'Locul acesta',
    documents: 'Documente păstrate aici',
    kept: companies => `toate ale unui număr de firme: ${companies}`,
    keeps: { opened: 'cele deschise', all: 'toate' },
    problem: 'Cabinetul nu răspunde',
    storage: 'Depozitul S3',
    shared: 'În cabinet',
    totals: (documents, megabytes, filings) => `documente: ${documents} (${megabytes} MB), depuneri: ${filings}`,
    news: 'Noutățile colegilor',
    held: since =>
      `nu mai ajung la nimeni din ${since}: cineva ține deschisă o tranzacție în baza de date; încheiați locul său`,
    waiting: 'De trimis cabinetului',
    conflicts: 'Conținut diferit aici și în cabinet',
    heads: ['Loc', 'Rol', 'Firme', 'Văzut ultima dată'],
    roles: { office: 'cabinet', clerk: 'contabil', reader: 'cititor' },
    allCompanies: 'toate',
    left: 'a ieșit',
    me: '(acesta)',
    invitation: (url, password) =>
      `Locul este gata. Pe calculatorul lui: recipisa office join ${url}\nParola, care nu se mai arată: ${password}`,
    leaving: 'Locul acesta iese din cabinet și nu se mai poate conecta; arhiva rămâne aici. Continuați?',
    gone: unsent =>
      unsent === 0
        ? 'Calculatorul a ieșit din cabinet. Arhiva a rămas aici.'
        : `Calculatorul a ieșit din cabinet. Arhiva a rămas aici; cabinetul nu are din ea: ${unsent}.`,
    exchanged: (sent, received, brought) => `Trimise: ${sent}. Primite: ${received}. Documente aduse: ${brought}.`,
    backedUp: (rows, documents) => `Copie făcută și verificată: ${rows} rânduri, ${documents} documente.`,
    restored: (rows, documents) => `Cabinet refăcut și verificat: ${rows} rânduri, ${documents} documente.`,
    missing: documents =>
      `Fără conținut: ${documents}. Depozitul S3 le-a pierdut sau le-a schimbat; restul este complet. Un loc care le are le dă din nou la „recipisa office backup”, cu rolul „cabinet”:`,
    works: minutes => `Sincronizează la fiecare ${minutes} min. și schimbă cu cabinetul; Ctrl-C oprește.`,
    mirrored: (written, present) => `Documente copiate: ${written}; erau acolo: ${present}.`,
    fileAlone: count =>
      `Cabinetul nu răspunde: nu se știe dacă un coleg a depus același lucru (${count}). Depuneți fără cabinet?`,
  },
  en: {
    password: 'Password: ',
    objectSecret: 'Secret key of the S3 store: ',
    none: 'This computer is in no office. Join one: recipisa office join ADDRESS',
    address: 'Database',
    seat: 'This seat',
    documents: 'Documents kept here',
    kept: companies => `all of ${companies} companies`,
    keeps: { opened: 'those that are opened', all: 'all' },
    problem: 'The office does not answer',
    storage: 'S3 store',
    shared: 'In the office',
    totals: (documents, megabytes, filings) => `${documents} documents (${megabytes} MB), ${filings} filings`,
    news: 'News of colleagues',
    held: since => `reach nobody since ${since}: somebody keeps a transaction open in the database; end their seat`,
    waiting: 'To be sent to the office',
    conflicts: 'Another content here than in the office',
    heads: ['Seat', 'Role', 'Companies', 'Last seen'],
    roles: { office: 'office', clerk: 'clerk', reader: 'reader' },
    allCompanies: 'all',
    left: 'has left',
    me: '(this one)',
    invitation: (url, password) =>
      `The seat is ready. On its computer: recipisa office join ${url}\nThe password, which is not shown again: ${password}`,
    leaving: 'This seat leaves the office and can connect no more; the archive stays here. Go on?',
    gone: unsent =>
      unsent === 0
        ? 'This computer has left the office. The archive stayed here.'
        : `This computer has left the office. The archive stayed here; of it, the office lacks ${unsent} changes.`,
    exchanged: (sent, received, brought) => `Sent: ${sent}. Received: ${received}. Documents brought: ${brought}.`,
    backedUp: (rows, documents) => `Backup made and verified: ${rows} rows, ${documents} documents.`,
    restored: (rows, documents) => `Office restored and verified: ${rows} rows, ${documents} documents.`,
    missing: documents =>
      `Without content: ${documents}. The S3 store has lost or changed them; everything else is complete. A seat with the role "office" that has them gives them again by "recipisa office backup":`,
    works: minutes => `Syncs every ${minutes} min and exchanges with the office; Ctrl-C ends it.`,
    mirrored: (written, present) => `Documents copied: ${written}; there already: ${present}.`,
    fileAlone: count =>
      `The office does not answer: nobody knows whether a colleague has filed the same (${count}). File alone?`,
  },
}
