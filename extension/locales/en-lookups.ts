import type { roLookups } from './ro-lookups.ts'
import type { SameKeys } from './translate.ts'

/** English words of company lookups. */
export const enLookups: SameKeys<typeof roLookups> = {
  'card-vat-payer': 'Registered for VAT',
  'card-vat-payer-since': 'Registered for VAT since {day}',
  'card-vat-none': 'Not registered for VAT',
  'card-vat-none-since': 'Not registered for VAT; was until {day}',
  'card-collection': 'VAT on collection',
  'card-collection-since': 'VAT on collection since {day}',
  'card-collection-none': 'No VAT on collection',
  'card-struck-off': 'Struck off',
  'card-struck-off-on': 'Struck off on {day}',
  'card-inactive': 'Fiscally inactive',
  'card-inactive-since': 'Fiscally inactive since {day}',
  'card-active': 'Active',
  'card-active-again': 'Active; reactivated on {day}',
  'card-split': 'Split VAT',
  'card-split-since': 'Split VAT since {day}',
  'card-split-none': 'No split VAT',
  'card-einvoicing': 'In the opt-in register RO e-Factura',
  'card-einvoicing-since': 'In the opt-in register RO e-Factura since {day}',
  'card-einvoicing-none': 'Not in the opt-in register RO e-Factura',
}
