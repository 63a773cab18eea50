import type { Locale } from '../../shared/errors/codes.ts'
import type { Office } from './office.ts'

/** A host that the development build may reach: a click in the browser's own menu would open any other. */
export const SITE = 'https://contabilitate.localhost/'

const WORDS = {
  ro: { title: 'Furnizori', name: 'Denumire', town: 'Localitate', balance: 'Sold (lei)' },
  en: { title: 'Suppliers', name: 'Name', town: 'Town', balance: 'Balance (RON)' },
} as const

/** A page of another program: the suppliers of a client, with their CUIs. */
export function otherProgram({ clients, suppliers }: Office, language: Locale): string {
  const { title, name, town, balance } = WORDS[language]
  const amount = new Intl.NumberFormat(language === 'ro' ? 'ro-RO' : 'en-GB', { minimumFractionDigits: 2 })
  const rows = suppliers.map(
    supplier =>
      `<tr><td>${supplier.name}<td><span id="cui-${supplier.cui}">RO${supplier.cui}</span>` +
      `<td>${supplier.city.replace('SECTOR', 'București, sector ')}<td>${amount.format((Number(supplier.cui) % 999_983) / 100)}`,
  )
  return `<!doctype html><html lang="${language}"><title>${title}</title><style>
body { margin: 32px 40px; font: 15px/1.5 system-ui; color: #222 }
h1 { margin: 0 0 16px; font-size: 22px }
table { width: 100%; border-collapse: collapse }
th, td { padding: 10px 8px; border-bottom: 1px solid #ddd; text-align: left }
th { color: #666 }
:is(th, td):last-child { text-align: right }
</style><h1>${clients[0]?.name} · ${title}</h1>
<table><tr><th>${name}<th>CUI<th>${town}<th>${balance}${rows.join('')}</table>`
}
