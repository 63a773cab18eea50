/**
 * The registers that answer by CUI and day, in the order in which they are asked and shown, and the field of each in a
 * lookup. Apart from the shapes of their records, which what only shows them need not load.
 */
export const REGISTER_FIELDS = {
  vat: 'vat',
  'e-invoicing': 'eInvoicing',
  farmers: 'farmers',
  cult: 'cult',
} as const

export type RegisterName = keyof typeof REGISTER_FIELDS
export const REGISTER_NAMES = Object.keys(REGISTER_FIELDS) as RegisterName[]

/** Registers that say of a company only whether it is a member (P-05). */
export type MemberRegister = 'farmers' | 'cult'
export const isMemberRegister = (register: RegisterName): register is MemberRegister =>
  register === 'farmers' || register === 'cult'
