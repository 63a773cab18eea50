import type { Archive } from '../../native-host/archive/core/archive.ts'
import { readUploadDocument } from '../../native-host/reading/upload-document.ts'
import type { XmlDocument } from '../authority/documents/canonical.ts'
import type { Clock } from './clock.ts'
import { type Invoice, isForeign } from './invoice.ts'
import type { Client } from './trade.ts'

const MINUTE = 60_000

const COUNTY =
  "E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul ţării vânzătorului (BT-40) este  RO , atunci Subdiviziunea ţării vânzătorului (BT-39) trebuie să fie codificată folosind lista de coduri ISO 3166-2:RO (ex.  RO-B  pentru Municipiul Bucuresti,  RO-AB  pentru judetul Alba...).     #If the Seller's country Code (BT-40) is  RO , then the Seller's country subdivision (BT-39) must be coded using the ISO 3166-2: RO code list (ex.  RO-B  for Bucharest,  RO-AB  for Alba County...)."
const WRONG_CUI =
  'E: AccountingCustomerParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1)  eroare regula: R_BT_48_cui: Cui cumparator incorect / validare CUI'

type Filing = { client: Client; invoice: Invoice; content: XmlDocument; uploadIndex: string; downloadId: string }

/** Uploads of this program, journaled as it journals them. */
export function createFilings(archive: Pick<Archive, 'uploads'>, clock: Clock) {
  /** Sends a document and hears of its outcome a minute later. Returns the attempt, and what the authority found. */
  return async function file(
    { client, invoice, content, uploadIndex, downloadId }: Filing,
    outcome: 'ok' | 'nok',
    corrects: number | null,
  ): Promise<{ id: number; findings: string[] }> {
    const { uploads } = archive
    // A buyer abroad has no CUI that could be wrong.
    const isCountyWrong = isForeign(invoice.buyer) || Number(uploadIndex) % 2 === 0
    const written = outcome === 'ok' ? content.written : broken(content.written, isCountyWrong)
    const findings = outcome === 'ok' ? [] : [isCountyWrong ? COUNTY : `${WRONG_CUI} (1234567)`]
    const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${written}\n`)
    const fileName = `factura_${invoice.number.replaceAll(/\W/g, '-')}.xml`
    const sha256 = await uploads.stage(bytes, fileName)
    const { standard, invoice: summary } = readUploadDocument(bytes, fileName)
    const flags = { extern: isForeign(invoice.buyer), selfBilled: false, enforcement: false, b2c: false }
    const draft = { sha256, size: bytes.length, fileName, cui: client.cui, corrects, flags, invoice: summary }
    const begun = uploads.begin({ ...draft, standard: standard ?? 'UBL' }, false)
    if (!('attempt' in begun)) throw new Error('the same bytes twice')
    const { id } = begun.attempt
    uploads.claim(id)
    uploads.update(id, { state: 'processing', uploadIndex, nextCheckAt: clock.now() + 2000 })
    clock.advance(MINUTE)
    const checked = { checkedAt: clock.now(), nextCheckAt: null, trouble: null }
    uploads.update(id, { ...checked, state: outcome, downloadId, findings })
    uploads.release(id)
    if (outcome === 'ok') await uploads.unstage(sha256)
    return { id, findings }
  }
}

/** A county or a buyer's number that the authority refuses. */
const broken = (written: string, isCounty: boolean): string =>
  isCounty
    ? written.replaceAll('<cbc:CountrySubentity>RO-', '<cbc:CountrySubentity>')
    : written.replace(/(<cac:AccountingCustomerParty>.*?<cbc:CompanyID>(?:RO)?)\d+/s, '$11234567')
