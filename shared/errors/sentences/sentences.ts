import type { Reason } from '../reasons.ts'
import { AUTHORITY_SENTENCES } from './authority.ts'
import { BOOK_SENTENCES } from './book.ts'
import { CERTIFICATE_SENTENCES } from './certificate.ts'
import { DECLARATION_SENTENCES } from './declaration.ts'
import type { Entry } from './entry.ts'
import { EXPORT_SENTENCES } from './export.ts'
import { HOST_SENTENCES } from './host.ts'
import { INPUT_SENTENCES } from './input.ts'
import { INVOICE_SENTENCES } from './invoice.ts'
import { MAILBOX_SENTENCES } from './mailbox.ts'
import { OFFICE_SENTENCES } from './office.ts'
import { REGISTER_SENTENCES } from './register.ts'
import { SESSION_SENTENCES } from './session.ts'
import { SIGN_IN_SENTENCES } from './sign-in.ts'
import { TOKEN_SENTENCES } from './token.ts'
import { UPLOAD_SENTENCES } from './upload.ts'

/** Every failure in words, in both languages. */
export const SENTENCES: Readonly<Record<Reason, Entry>> = {
  ...INPUT_SENTENCES,
  ...SIGN_IN_SENTENCES,
  ...SESSION_SENTENCES,
  ...CERTIFICATE_SENTENCES,
  ...TOKEN_SENTENCES,
  ...AUTHORITY_SENTENCES,
  ...INVOICE_SENTENCES,
  ...UPLOAD_SENTENCES,
  ...MAILBOX_SENTENCES,
  ...DECLARATION_SENTENCES,
  ...REGISTER_SENTENCES,
  ...BOOK_SENTENCES,
  ...EXPORT_SENTENCES,
  ...OFFICE_SENTENCES,
  ...HOST_SENTENCES,
}
