import { randomBytes } from 'node:crypto'

/** What the embedded authority and its people hand out in confidence. */
export const KINDS = ['access', 'refresh', 'code', 'secret', 'cookie', 'pin'] as const
export type Kind = (typeof KINDS)[number]

/** Begins every planted value; nothing else in a browser's or a host's files does. No character of it is ever escaped. */
export const MARK = 'PLANTED-'

/** A value that nobody can guess and that is known for what it is wherever it turns up. */
export const plant = (kind: Kind): string => `${MARK}${kind}-${randomBytes(16).toString('hex')}`
