import { roBooks } from './ro/books.ts'
import { roCard } from './ro/card.ts'
import { roCertificates } from './ro/certificates.ts'
import { roCharts } from './ro/charts.ts'
import { roCommon } from './ro/common.ts'
import { roDeclarations } from './ro/declarations.ts'
import { roDesk } from './ro/desk.ts'
import { roDoctor } from './ro/doctor.ts'
import { roFirstRun } from './ro/first-run.ts'
import { roLookups } from './ro/lookups.ts'
import { roMailbox } from './ro/mailbox.ts'
import { roNotices } from './ro/notices.ts'
import { roOffice } from './ro/office.ts'
import { roPopup } from './ro/popup.ts'
import { roSchedule } from './ro/schedule.ts'
import { roSheet } from './ro/sheet.ts'
import { roUploads } from './ro/uploads.ts'

/** Romanian, the language that the others follow. Plurals: one (1), few (2–19, 101–119…), other (20 de…). */
export const ro = {
  ...roCommon,
  ...roCard,
  ...roPopup,
  ...roNotices,
  ...roUploads,
  ...roLookups,
  ...roMailbox,
  ...roDeclarations,
  ...roOffice,
  ...roSchedule,
  ...roSheet,
  ...roDoctor,
  ...roCertificates,
  ...roBooks,
  ...roCharts,
  ...roDesk,
  ...roFirstRun,

  // used in many places
  'company-all': 'Arată toate firmele',
  'all-companies': 'Toate firmele',
  company: 'Firmă',
  cancel: 'Renunță',
  'invoice-count': { one: '{n} factură', few: '{n} facturi', other: '{n} de facturi' },
  'archived-count': { one: '{n} arhivată', few: '{n} arhivate', other: '{n} arhivate' },
  'row-loading': 'Se încarcă…',

  // whose side a failure is on
  details: 'Detalii',

  // the connection
  'spv-title': 'Conectare la SPV',
  checking: 'se verifică…',
  'sign-in-title': 'Conectare la e-Factura',
  'sign-in-exchanging': 'Certificat acceptat. Se încheie conectarea…',
  'sign-in-done': 'Sunteți conectat la e-Factura',
  'sign-in-certificate': 'Certificat cu seria',
  'sign-in-until': 'Conectare valabilă până la',
  'sign-in-unchecked': 'Semnătura autorizării e-Factura nu a fost verificată (nu este configurată o cheie pentru ea).',
  'sign-in-signature-failed':
    'Semnătura autorizării e-Factura nu corespunde cheii din profil: verificați adresele și cheia din profil.',
  'sign-in-idle': 'Nicio conectare în curs.',
  'sign-in-failed': 'Conectarea nu a reușit',

  // sync

  'day-form': 'zz.ll.aaaa',
  'day-pick': '{label}: alege din calendar',
  'month-before': 'Luna dinainte',
  'month-after': 'Luna următoare',
  'attention-due': { one: 'un lucru de rezolvat', few: '{n} de rezolvat', other: '{n} de rezolvat' },
  'attention-failed': {
    one: 'un document nedescărcat',
    few: '{n} documente nedescărcate',
    other: '{n} de documente nedescărcate',
  },
  'attention-show': 'Vezi',
  'attention-hide': 'Ascunde până apare ceva nou',
  'today-nothing': 'Niciun termen apropiat.',
  'today-late': 'Depășit',
  'today-soon': 'De rezolvat',
  'today-later': 'De știut',
  'today-past': 'Trecut',
  'today-rule': 'Regula',
  'today-more': { one: 'și încă un rând', few: 'și încă {n} rânduri', other: 'și încă {n} de rânduri' },
  'invoices-seen-all': 'Marchează toate ca citite',

  // panel
  'tab-invoices': 'Facturi',
  'tab-companies': 'Firme',
  'tab-activity': 'Activitate',
  views: 'Vederi',
  'search-invoices': 'Caută număr, nume, CUI, sumă sau lună',
  'filter-all': 'Toate',
  'filter-received': 'Primite',
  'filter-sent': 'Trimise',
  'filter-refused': 'Cu erori',
  filters: 'Filtre',
  unread: 'nouă',
  'state-listed': 'Se descarcă la sincronizare',
  'state-listed-word': 'De descărcat',
  'state-expired-word': 'Expirată',
  'state-failed-word': 'Nereușită',
  'state-archived': 'Arhivată',
  'state-undescribed': 'Arhivată, conținutul nu a putut fi citit',
  'state-undescribed-word': 'Necitită',
  'state-expired': 'Nu mai poate fi descărcată',
  'state-failed': 'Descărcare nereușită',
  'kind-sent': 'Trimisă',
  'kind-received': 'Primită',
  'kind-both': 'Autofactură',
  'kind-errors': 'Cu erori',
  'kind-buyer-message': 'Mesaj cumpărător',
  'kind-other': 'Alt mesaj',
  'empty-search': 'Nicio factură nu se potrivește',
  'empty-search-hint': 'Încercați alt număr, nume sau CUI, ori renunțați la filtre.',
  'clear-filters': 'Arată toate facturile',
  'empty-list': 'Nicio factură în ultimele 60 de zile',
  'empty-list-hint': 'Facturile noi apar aici după sincronizare.',
  'choose-invoice': 'Alegeți o factură din listă',

  // invoice detail
  invoice: 'Factură',
  'credit-note': 'Notă de creditare',
  message: 'Mesaj',
  'issue-date': 'Data emiterii',
  'upload-index': 'Index de încărcare',
  'message-id': 'Numărul mesajului',
  'listed-at': 'Înregistrată la ANAF',
  seller: 'Furnizor',
  buyer: 'Cumpărător',
  'total-with-vat': 'Total cu TVA',
  'total-payable': 'De plată',
  attachments: 'Atașamente',
  'save-zip': 'ZIP',
  'save-xml': 'XML',
  'save-signature': 'Semnătură',
  'save-zip-title': 'Salvează originalul semnat (ZIP) în Descărcări',
  'save-xml-title': 'Salvează factura (XML) în Descărcări',
  'save-signature-title': 'Salvează semnătura în Descărcări',
  saving: 'Se salvează…',
  'saved-as': 'Salvat în Descărcări: {name}',
  'show-in-folder': 'Arată în folder',
  'original-hash': 'SHA-256 al originalului',
  'not-archived-yet': 'Documentul nu este încă în arhivă.',
  'no-document': 'Acest mesaj nu conține o factură.',
  'wire-type': 'Tip la ANAF',

  // companies
  'add-company-label': 'CUI-ul firmei',
  'add-company-hint': 'Cu sau fără RO în față.',
  adding: 'Se verifică drepturile…',
  'company-added': 'Firma {cui} a fost adăugată. Aveți drepturi în SPV pentru ea.',
  'company-added-denied': 'Firma {cui} a fost adăugată.',
  'company-added-unknown': 'Firma {cui} a fost adăugată; drepturile se verifică la sincronizare.',
  'rights-granted': 'Cu drepturi în SPV',
  'rights-denied': 'Fără drepturi în SPV',
  'rights-unknown': 'Drepturi neverificate',
  'search-companies': 'Caută firmă sau CUI',
  'remove-company': 'Scoate din listă',
  'remove-confirm': 'Scoateți {name} din listă? Documentele arhivate rămân.',
  'remove-yes': 'Scoate firma',
  'cui-check-digit': 'Cifra de control nu se potrivește: verificați CUI-ul.',
  rename: 'Redenumește',
  'rename-label': 'Denumirea firmei',
  'rename-hint': 'Rămâne așa, oricum ar scrie partenerii pe facturi.',
  'rename-save': 'Salvează denumirea',
  'rename-register': 'Denumirea din registru',
  'synced-partly': 'sincronizare neterminată',
  'synced-never': 'fără sincronizare',
  'synced-at': 'sincr. {when}',

  // settings
  'settings-title': 'Setări Recipisa',
  'settings-oauth': 'Aplicația OAuth',
  'settings-oauth-hint': 'Datele aplicației înregistrate în portalul ANAF, la „Editare profil OAuth”.',
  'client-id': 'Client ID',
  'client-secret': 'Client secret',
  'client-secret-kept': 'păstrat; scrieți numai pentru a-l înlocui',
  'client-secret-hint': 'Ajunge numai la programul local; extensia nu îl păstrează.',
  'client-secret-other': 'Alt Client ID are alt Client Secret: scrieți-l și pe acesta.',
  'redirect-uri': 'Adresa de redirectare',
  'redirect-uri-hint':
    'Exact cea din portal, de forma https://localhost:8443/callback. La ea nu trebuie să existe nimic.',
  'redirect-not-https': 'Adresa trebuie să înceapă cu https://; portalul nu acceptă altceva.',
  'redirect-not-localhost': 'Extensia poate urmări numai https://localhost:<port>/callback.',
  'field-required': 'Câmpul este obligatoriu.',
  environment: 'Mediu',
  'save-settings': 'Salvează setările',
  'settings-saved': 'Setările au fost salvate.',
  'settings-connection': 'Conectare',
  'connection-until': 'Conectarea este valabilă până la {date} ({left}).',
  'connection-serial': 'Certificat cu seria {serial}.',
  'test-connection': 'Verifică la ANAF',
  'test-accepted': 'ANAF acceptă conectarea.',
  disconnect: 'Deconectare',
  'disconnect-confirm':
    'Ștergem autorizarea salvată pe acest calculator. La ANAF ea rămâne valabilă până expiră; ca să nu mai fie acceptată, retrageți-o în portal, la „Editare profil OAuth”.',
  'disconnect-yes': 'Șterge autorizarea',
  'settings-storage': 'Pe acest calculator',
  'archive-folder-show': 'Deschide folderul arhivei',
  'archive-folder': 'Folderul arhivei',
  'secrets-kept': 'Secretele sunt păstrate în',
  'kept-credential-store': 'seiful de parole al sistemului',
  'kept-owner-only-file':
    'un fișier pe care îl poate citi numai utilizatorul dumneavoastră: sistemul nu oferă un seif de parole',
  'profile-file': 'Fișierul de profil',
  'profile-built-in': 'cel încorporat (producție)',
  'host-version': 'Programul local',
  'extension-version': 'Extensia',
  'language-auto': 'A browserului',
  'language-ro': 'Română',
  'language-en': 'English',
} as const
