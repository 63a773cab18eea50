import type { ListedMessage } from '../../shared/invoices.ts'

/** A pair of tokens as the token endpoint gave it. */
export type TokenPair = { accessToken: string; refreshToken: string }

/** Outcome of a download: the ZIP's bytes, or the authority's note that the 60 days have passed (E-22). */
export type Download = { kind: 'zip'; bytes: Uint8Array } | { kind: 'expired'; note: string }

export type ListFilter = 'E' | 'T' | 'P' | 'R'

/** The whole of a list window: entries by id once each, and the moment up to which the list is complete. */
export type MessageWindow = { messages: ListedMessage[]; completeUntil: number }
