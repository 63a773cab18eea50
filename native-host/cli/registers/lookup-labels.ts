import { MEMBER_REGISTERS, type MemberRegister, perMemberRegister } from '../../../shared/domain/register-names.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { Batch, RowProblem } from '../../../shared/protocol/registers/batches.ts'

/** Labels of the command line for companies in the public registers, in each language. */
type LookupLabels = {
  yes: string
  no: string
  since: (day: string) => string
  until: (day: string) => string
  /** For a register that answered for a day other than the requested one (P-06). */
  answeredFor: (day: string) => string
  heads: Record<
    | 'row'
    | 'cui'
    | 'name'
    | 'vat'
    | 'vatRegister'
    | 'onCollection'
    | 'splitVat'
    | 'state'
    | 'optIn'
    | 'eInvoicing'
    | MemberRegister
    | 'address'
    | 'number'
    | 'caen'
    | 'authority'
    | 'answered'
    | 'remarks'
    | 'problem',
    string
  >
  wrongCheckDigit: string
  duplicateOf: (row: number) => string
  notFound: string
  notAsked: string
  failed: string
  stale: string
  active: string
  inactive: string
  struckOff: string
  /** The register is voluntary; a company outside it receives e-invoices all the same (P-12). */
  inOptIn: string
  notInOptIn: string
  member: string
  notMember: string
  problems: Record<RowProblem, string>
  states: Record<Batch['state'], string>
  left: (minutes: number) => string
  summary: (batch: Batch) => string
  statement: Record<'indicator' | 'label' | 'value', string>
  noStatement: (cui: string, year: number) => string
}

export const LOOKUP_LABELS: Record<Locale, LookupLabels> = {
  ro: {
    yes: 'da',
    no: 'nu',
    since: day => `din ${day}`,
    until: day => `până la ${day}`,
    answeredFor: day => `răspuns pentru ${day}`,
    heads: {
      row: 'Rând',
      cui: 'CUI',
      name: 'Denumire',
      vat: 'Plătitor de TVA',
      vatRegister: 'Registrul TVA',
      onCollection: 'TVA la încasare',
      splitVat: 'Plata defalcată a TVA',
      state: 'Stare',
      optIn: 'RO e-Factura (registrul opțional)',
      eInvoicing: 'Registrul RO e-Factura',
      ...perMemberRegister(register => MEMBER_REGISTERS[register].ro),
      address: 'Adresă',
      number: 'Nr. registrul comerțului',
      caen: 'Cod CAEN',
      authority: 'Organ fiscal',
      answered: 'Răspuns din',
      remarks: 'Observații',
      problem: 'Problemă',
    },
    wrongCheckDigit: 'cifră de control greșită',
    duplicateOf: row => `același CUI ca pe rândul ${row}`,
    notFound: 'nu este în registru',
    notAsked: 'neverificat',
    failed: 'nu a putut fi verificat',
    stale: 'răspuns mai vechi',
    active: 'activă',
    inactive: 'INACTIVĂ',
    struckOff: 'RADIATĂ',
    inOptIn: 'în registrul opțional',
    notInOptIn: 'nu este în registrul opțional',
    member: 'înscris',
    notMember: 'neînscris',
    problems: {
      empty: 'fără CUI',
      'no-number': 'nu este un CUI',
      'personal-number': 'cod numeric personal',
      'too-short': 'prea scurt',
      'too-long': 'prea lung',
    },
    states: {
      running: 'în lucru',
      paused: 'în așteptare: serviciul nu răspunde',
      interrupted: 'întreruptă',
      done: 'gata',
      failed: 'eșuată',
      cancelled: 'oprită',
    },
    left: minutes => (minutes < 1 ? 'sub un minut' : `încă ${minutes} min`),
    summary: ({ rows, companies, duplicates, wrongCheckDigit, invalid }) =>
      `Rânduri: ${rows}, firme: ${companies}, duplicate: ${duplicates}, cifră de control greșită: ${wrongCheckDigit}, fără CUI valid: ${invalid}.`,
    statement: { indicator: 'Indicator', label: 'Denumire', value: 'Valoare' },
    noStatement: (cui, year) => `CUI ${cui} nu are situații financiare publicate pentru ${year}.`,
  },
  en: {
    yes: 'yes',
    no: 'no',
    since: day => `since ${day}`,
    until: day => `until ${day}`,
    answeredFor: day => `answered for ${day}`,
    heads: {
      row: 'Row',
      cui: 'CUI',
      name: 'Name',
      vat: 'VAT payer',
      vatRegister: 'VAT register',
      onCollection: 'Cash-basis VAT',
      splitVat: 'Split VAT',
      state: 'State',
      optIn: 'RO e-Factura (opt-in register)',
      eInvoicing: 'E-invoicing register',
      ...perMemberRegister(register => MEMBER_REGISTERS[register].en),
      address: 'Address',
      number: 'Registration number',
      caen: 'CAEN',
      authority: 'Fiscal authority',
      answered: 'Answered',
      remarks: 'Remarks',
      problem: 'Problem',
    },
    wrongCheckDigit: 'wrong check digit',
    duplicateOf: row => `same CUI as row ${row}`,
    notFound: 'not in the register',
    notAsked: 'not checked',
    failed: 'could not be checked',
    stale: 'older answer',
    active: 'active',
    inactive: 'INACTIVE',
    struckOff: 'STRUCK OFF',
    inOptIn: 'in the opt-in register',
    notInOptIn: 'not in the opt-in register',
    member: 'member',
    notMember: 'not a member',
    problems: {
      empty: 'no CUI',
      'no-number': 'not a CUI',
      'personal-number': 'personal number',
      'too-short': 'too short',
      'too-long': 'too long',
    },
    states: {
      running: 'running',
      paused: 'waiting: the service does not answer',
      interrupted: 'interrupted',
      done: 'done',
      failed: 'failed',
      cancelled: 'cancelled',
    },
    left: minutes => (minutes < 1 ? 'less than a minute' : `${minutes} min left`),
    summary: ({ rows, companies, duplicates, wrongCheckDigit, invalid }) =>
      `Rows: ${rows}, companies: ${companies}, duplicates: ${duplicates}, wrong check digit: ${wrongCheckDigit}, no valid CUI: ${invalid}.`,
    statement: { indicator: 'Indicator', label: 'Label', value: 'Value' },
    noStatement: (cui, year) => `CUI ${cui} has no published financial statement for ${year}.`,
  },
}
