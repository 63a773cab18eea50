/**
 * The registers that answer by CUI and day, in the order of asking and showing, with the field of each in a lookup. The
 * shapes of their records are in registers.ts, so that pages need not load them.
 */
export const REGISTER_FIELDS = {
  vat: 'vat',
  'e-invoicing': 'eInvoicing',
  farmers: 'farmers',
  cult: 'cult',
} as const

export type RegisterName = keyof typeof REGISTER_FIELDS
export const REGISTER_NAMES = Object.keys(REGISTER_FIELDS) as RegisterName[]

/** Registers that only tell whether a company is a member (P-05). */
const MEMBER_REGISTERS = ['farmers', 'cult'] as const satisfies RegisterName[]
export type MemberRegister = (typeof MEMBER_REGISTERS)[number]
export const isMemberRegister = (register: RegisterName): register is MemberRegister =>
  MEMBER_REGISTERS.some(name => name === register)
