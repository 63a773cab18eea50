import type { Locale } from '../errors/codes.ts'

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

/** Registers that only tell whether a company is a member (P-05), with their titles in exported tables and at the terminal. */
export const MEMBER_REGISTERS = {
  farmers: { ro: 'Registrul agricultorilor', en: "Farmers' register" },
  cult: { ro: 'Registrul unităților de cult', en: 'Religious entities register' },
} as const satisfies { [R in RegisterName]?: Record<Locale, string> }
export type MemberRegister = keyof typeof MEMBER_REGISTERS
export const isMemberRegister = (register: RegisterName): register is MemberRegister => register in MEMBER_REGISTERS

/** A value for each register that only tells membership. */
export const perMemberRegister = <T>(make: (register: MemberRegister) => T) =>
  Object.fromEntries(REGISTER_NAMES.filter(isMemberRegister).map(name => [name, make(name)])) as Record<
    MemberRegister,
    T
  >
