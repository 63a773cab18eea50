import type { ErrorCode, Side } from './codes.ts'

/** The facts about a failure that programs need; its sentences stand in `sentences/`, which the extension loads on use. */
export type Kind = { code: ErrorCode; side: Side }

export const kind = (code: ErrorCode, side: Side): Kind => ({ code, side })
