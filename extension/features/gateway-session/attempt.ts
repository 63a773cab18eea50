import type * as v from 'valibot'
import { SessionStatus } from '../../../shared/protocol/session.ts'
import { attemptOf } from '../certificate-tab/attempt.ts'
import { createAttemptStore } from '../certificate-tab/store.ts'

/** The start of the mailbox's session: it ends at the mailbox's own page. */
const SpvAttempt = attemptOf(SessionStatus)
export type SpvAttempt = v.InferOutput<typeof SpvAttempt>

export const spvAttemptStore = createAttemptStore<SpvAttempt>('spvSession', SpvAttempt)
