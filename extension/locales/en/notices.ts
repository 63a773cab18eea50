import type { roNotices } from '../ro/notices.ts'
import type { SameKeys } from '../translate.ts'

/** The background's phrases: notifications and the entry of the context menu. */
export const enNotices: SameKeys<typeof roNotices> = {
  'notice-certificate': 'Certificate expires',
  'notice-certificate-text': '{holder}: valid until {day}. Renew it with its issuer.',
  'settings-notice-certificate': 'Certificates that expire',
  'card-menu': 'Check compan&y %s',
  'notice-act': 'New act from ANAF',
  'notice-report': 'Document received',
  'notice-receipt': 'Receipt received',
  'notice-session-needed': 'SPV asks for the certificate',
  'notice-served': '{what}. Counts as served on {day}.',
  'notice-session-text': 'The message sync is waiting for a new sign-in.',
  'notice-many': { one: 'One new item from ANAF', other: '{n} new items from ANAF' },
  'notice-filing-valid': '{subject}: valid',
  'notice-filing-errors': '{subject}: with errors',
  'notice-authorization-ends': 'The e-Factura authorization ends on {day}',
  'notice-leaving': {
    one: 'One document can no longer be downloaded after {day}',
    other: '{n} documents can no longer be downloaded, the first after {day}',
  },
  'notice-leaving-text': 'Sync the invoices before that day.',
  'notice-morning': { one: 'Today: one thing to do', other: 'Today: {n} things to do' },
  'settings-notice-act': 'New acts from ANAF',
  'settings-notice-report': 'Requested documents that have arrived',
  'settings-notice-receipt': 'Receipts that have arrived',
  'settings-notice-session-needed': 'SPV session to renew',
  'settings-notice-filing-errors': 'Invoices and declarations with errors',
  'settings-notice-filing-valid': 'Valid invoices',
  'settings-notice-authorization-ends': 'e-Factura authorization that ends',
  'settings-notice-leaving': 'Documents that soon cannot be downloaded',
  'settings-notice-morning': 'Dates of the day, once in the morning',
}
