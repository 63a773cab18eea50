/** Words of the SPV mailbox; the rest is in ro.ts. */
export const roMailbox = {}
