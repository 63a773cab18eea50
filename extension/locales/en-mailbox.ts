import type { roMailbox } from './ro-mailbox.ts'
import type { SameKeys } from './translate.ts'

/** English words of the SPV mailbox. */
export const enMailbox: SameKeys<typeof roMailbox> = {}
