import { randomBytes } from 'node:crypto'

/** Begins every planted value, and nothing else in a browser's or a host's files. None of it is ever escaped. */
export const MARK = 'PLANTED-'

/** A PIN has at most 32 characters: OpenSSL's engine for tokens takes no more. */
const RANDOM_BYTES = { access: 16, refresh: 16, code: 16, secret: 16, cookie: 16, pin: 8 } as const

/** The secrets that the embedded authority and its people hand out. */
export type Kind = keyof typeof RANDOM_BYTES
export const KINDS = Object.keys(RANDOM_BYTES) as Kind[]

/** An unguessable value that is recognizable wherever it turns up. */
export const plant = (kind: Kind): string => `${MARK}${kind}-${randomBytes(RANDOM_BYTES[kind]).toString('hex')}`
