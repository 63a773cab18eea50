import type { Locale } from '../errors/codes.ts'
import type { TodayRule } from '../protocol/today.ts'

/** A rule in one sentence, and its source. */
export type RuleWords = readonly [rule: string, source: string]

/** The rules behind the lines of "today". They state the written rule and give no advice. */
export const RULES: Readonly<Record<TodayRule, Readonly<Record<Locale, RuleWords>>>> = {
  'five-working-days': {
    ro: [
      'Factura se transmite în RO e-Factura în 5 zile lucrătoare de la emitere; ziua emiterii, sâmbăta, duminica și sărbătorile legale nu se numără.',
      'OUG 89/2025; Regulamentul (CEE, Euratom) 1182/71, art. 3; Codul muncii, art. 139',
    ],
    en: [
      'An invoice is to be sent to RO e-Factura within 5 working days of its issue; the day of issue, Saturdays, Sundays and public holidays are not counted.',
      'GEO 89/2025; Regulation (EEC, Euratom) 1182/71, art. 3; Labour Code, art. 139',
    ],
  },
  'sent-when-valid': {
    ro: [
      'ANAF nu a acceptat documentul; Recipisa nu cunoaște termenul lui de transmitere.',
      'Starea mesajului în RO e-Factura',
    ],
    en: [
      'ANAF did not accept the document; Recipisa does not know the last day to send it.',
      'Status of the message in RO e-Factura',
    ],
  },
  'sixty-days': {
    ro: ['Documentele pot fi descărcate din SPV timp de 60 de zile.', 'Documentația ANAF a serviciului RO e-Factura'],
    en: ['Documents can be downloaded from SPV for 60 days.', 'ANAF documentation of the RO e-Factura service'],
  },
  'served-after-15-days': {
    ro: [
      'Un act se consideră comunicat în 15 zile de la punerea lui la dispoziție în SPV.',
      'Codul de procedură fiscală (Legea 207/2015), art. 47',
    ],
    en: [
      'An act counts as served 15 days after it was made available in SPV.',
      'Fiscal Procedure Code (Law 207/2015), art. 47',
    ],
  },
  'authorization-lasts-a-year': {
    ro: [
      'Autorizarea e-Factura este valabilă 365 de zile; apoi se reînnoiește cu certificatul.',
      'Documentația ANAF a serviciului OAuth',
    ],
    en: [
      'The e-Factura authorization is valid for 365 days; then it is renewed with the certificate.',
      'ANAF documentation of the OAuth service',
    ],
  },
  'certificate-validity': {
    ro: [
      'Un certificat poate fi folosit numai în perioada lui de valabilitate.',
      'Certificatul de pe token; Regulamentul (UE) 910/2014, anexa I',
    ],
    en: [
      'A certificate can be used only while it is valid.',
      'The certificate on the token; Regulation (EU) 910/2014, annex I',
    ],
  },
  'status-page': {
    ro: ['ANAF a găsit erori și nu s-a depus altă declarație pentru aceeași perioadă.', 'Stare declarații, ANAF'],
    en: ['ANAF found errors, and no other declaration was filed for the same period.', 'Declaration status, ANAF'],
  },
  'own-rhythm': {
    ro: [
      'Formularul a fost depus pentru trei perioade la rând, iar pentru următoarea nu se cunoaște nicio depunere. Nu înseamnă că există o obligație.',
      'Depunerile și recipisele din Recipisa',
    ],
    en: [
      'The form was filed for three periods in a row, and no filing is known for the next one. It does not mean that one is due.',
      'Filings and receipts in Recipisa',
    ],
  },
}
