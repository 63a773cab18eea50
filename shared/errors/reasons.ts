import { AUTHORITY_REASONS } from './reasons/authority.ts'
import { BOOK_REASONS } from './reasons/book.ts'
import { CERTIFICATE_REASONS } from './reasons/certificate.ts'
import { DECLARATION_REASONS } from './reasons/declaration.ts'
import { EXPORT_REASONS } from './reasons/export.ts'
import { HOST_REASONS } from './reasons/host.ts'
import { INPUT_REASONS } from './reasons/input.ts'
import { INVOICE_REASONS } from './reasons/invoice.ts'
import { MAILBOX_REASONS } from './reasons/mailbox.ts'
import { OFFICE_REASONS } from './reasons/office.ts'
import { REGISTER_REASONS } from './reasons/register.ts'
import { SESSION_REASONS } from './reasons/session.ts'
import { SIGN_IN_REASONS } from './reasons/sign-in.ts'
import { TOKEN_REASONS } from './reasons/token.ts'
import { UPLOAD_REASONS } from './reasons/upload.ts'

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
