import { AUTHORITY_REASONS } from './authority-reasons.ts'
import { BOOK_REASONS } from './book-reasons.ts'
import { CERTIFICATE_REASONS } from './certificate-reasons.ts'
import { DECLARATION_REASONS } from './declaration-reasons.ts'
import { EXPORT_REASONS } from './export-reasons.ts'
import { HOST_REASONS } from './host-reasons.ts'
import { INPUT_REASONS } from './input-reasons.ts'
import { INVOICE_REASONS } from './invoice-reasons.ts'
import { MAILBOX_REASONS } from './mailbox-reasons.ts'
import { OFFICE_REASONS } from './office-reasons.ts'
import { REGISTER_REASONS } from './register-reasons.ts'
import { SESSION_REASONS } from './session-reasons.ts'
import { SIGN_IN_REASONS } from './sign-in-reasons.ts'
import { TOKEN_REASONS } from './token-reasons.ts'
import { UPLOAD_REASONS } from './upload-reasons.ts'

/** Every failure by its reason, with its code and its side. */
export const REASONS = {
  ...INPUT_REASONS,
  ...SIGN_IN_REASONS,
  ...SESSION_REASONS,
  ...CERTIFICATE_REASONS,
  ...TOKEN_REASONS,
  ...AUTHORITY_REASONS,
  ...INVOICE_REASONS,
  ...UPLOAD_REASONS,
  ...MAILBOX_REASONS,
  ...DECLARATION_REASONS,
  ...REGISTER_REASONS,
  ...BOOK_REASONS,
  ...EXPORT_REASONS,
  ...OFFICE_REASONS,
  ...HOST_REASONS,
} as const

export type Reason = keyof typeof REASONS
