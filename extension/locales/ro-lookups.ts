/** Words of company lookups; the rest is in ro.ts. */
export const roLookups = {
  // card-: what a register says of a company, on a page and in the panel
  'card-vat-payer': 'Plătitor de TVA',
  'card-vat-payer-since': 'Plătitor de TVA din {day}',
  'card-vat-none': 'Neplătitor de TVA',
  'card-vat-none-since': 'Neplătitor de TVA; a fost plătitor până la {day}',
  'card-collection': 'TVA la încasare',
  'card-collection-since': 'TVA la încasare din {day}',
  'card-collection-none': 'Fără TVA la încasare',
  'card-struck-off': 'Radiată',
  'card-struck-off-on': 'Radiată din {day}',
  'card-inactive': 'Inactivă fiscal',
  'card-inactive-since': 'Inactivă fiscal din {day}',
  'card-active': 'Activă',
  'card-active-again': 'Activă; reactivată din {day}',
  'card-split': 'Plată defalcată a TVA',
  'card-split-since': 'Plată defalcată a TVA din {day}',
  'card-split-none': 'Fără plată defalcată a TVA',
  'card-einvoicing': 'În registrul opțional RO e-Factura',
  'card-einvoicing-since': 'În registrul opțional RO e-Factura din {day}',
  'card-einvoicing-none': 'Nu este în registrul opțional RO e-Factura',
} as const
