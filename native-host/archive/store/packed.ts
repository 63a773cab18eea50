import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Text that records have in common, so that short records pack well, too (RFC 1951 with a preset dictionary): a VAT
 * record is 1.6 KB of JSON, mostly names of fields. Never change it: stored records can be unpacked only with it.
 */
const dictionary = Buffer.from(
  '{"cui":"","asOf":"2026-","name":"S.R.L.","address":"JUD. , STR. , NR. , MUNICIPIUL BUCUREŞTI, SECTOR ","registrationNumber":"J40/","phone":"07","fax":"","postalCode":"","act":"","registrationState":"INREGISTRAT din data ","isMember":false,"from":null,"to":null,"registeredOn":"20","caen":"","iban":"","eInvoicing":{"isRegistered":false,"since":null},"fiscalAuthority":"Administraţia Judeţeană a Finanţelor Publice ","ownership":"PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON","organisation":"PERSOANA JURIDICA","legalForm":"SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ","vat":{"isPayer":true,"periods":[{"from":"20","to":null,"cancelledOn":null,"note":""}]},"vatOnCollection":{"applies":false,"from":null,"to":null,"updatedOn":null,"publishedOn":null,"act":""},"inactive":{"isInactive":false,"since":null,"reactivatedOn":null,"publishedOn":null,"struckOffOn":null},"splitVat":{"applies":false,"from":null,"to":null},"registeredOffice":{"street":"Str. ","number":"","locality":"Mun. ","localityCode":"","county":"","countyCode":"","countyPlate":"","country":"","details":"","postalCode":""},"fiscalDomicile":{"street":"Str. ","number":"","locality":"Sector ","localityCode":"","county":"MUNICIPIUL BUCUREŞTI","countyCode":"40","countyPlate":"B","country":"","details":"","postalCode":""}}',
)

/** zlib's buffer for one result, bytes: it is as large for each record, and its default of 16 KB is ten times one. */
const chunkSize = 2048

/** Packs a value as JSON into few bytes. */
export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value), { dictionary, chunkSize })
}

/** Unpacks a value; the caller knows its type. */
export function unpack<T>(bytes: Uint8Array): T {
  return JSON.parse(inflateRawSync(bytes, { dictionary, chunkSize }).toString('utf8')) as T
}
