import type { ErrorCode, Side } from './codes.ts'

/** What programs need to know of a failure; its sentences stand in `sentences/`, which the extension loads on use. */
export type Kind = { code: ErrorCode; side: Side }

export const kind = (code: ErrorCode, side: Side): Kind => ({ code, side })
