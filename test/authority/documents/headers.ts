import type { Upload, UploadedFile } from '../world/world.ts'
import { attribute } from './canonical.ts'

const FINDINGS = [
  'E: validari globale  SCHEMATRON   eroare: [BR-CO-15]-Invoice total amount with VAT (BT-112) = Invoice total amount without VAT (BT-109) + Invoice total VAT amount (BT-110).\nValoarea calculată diferă.',
  'E: AccountingSupplierParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1)  eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (1234) ',
  'E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul ţării vânzătorului (BT-40) este  RO , atunci Subdiviziunea ţării vânzătorului (BT-39) trebuie să fie codificată folosind lista de coduri ISO 3166-2:RO.',
] as const

/** The errors file of a `nok` upload; the wire spells the namespace this way. */
export function errorsXml(
  upload: Pick<Upload, 'seller' | 'uploadIndex' | 'seed'> & { file: Pick<UploadedFile, 'findings'> | null },
): string {
  const invented = FINDINGS.slice(0, 1 + (upload.seed % FINDINGS.length))
  const errors = (upload.file?.findings ?? invented).map(
    finding => `<Error errorMessage="${attribute(finding)}"></Error>`,
  )
  return `<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Cif_emitent="${upload.seller.cui}" Index_incarcare="${upload.uploadIndex}">\n${errors.join('\n')}\n</header>`
}

/** A buyer's message to the issuer. */
export function buyerMessageXml(upload: Pick<Upload, 'refersTo' | 'text'>): string {
  return `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${upload.refersTo}" message="${attribute(upload.text)}"></header>`
}
