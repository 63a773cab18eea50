import type { roSignIn } from '../ro/sign-in.ts'
import type { SameKeys } from '../translate.ts'

/** English texts for the one sign-in; the rest is in en.ts. */
export const enSignIn: SameKeys<typeof roSignIn> = {
  'round-title': 'Sign-in',
  'round-done': 'You are signed in',
  'round-partly': 'The sign-in is not complete',
  'round-hint':
    "ANAF's services are opened in turn in this tab. When the browser asks for the certificate, choose the same one.",
  'round-not-needed': 'Everything is connected already; no certificate is needed.',
  'round-is-later': 'comes later',
  'round-is-open': 'under way',
  'round-is-finishing': 'finishing…',
  'round-is-done': 'connected',
  'round-is-there': 'already connected',
  'round-is-left': 'not tried',
  'round-is-failed': 'failed',
  'round-retry': 'Try again: {what}',
  'sign-in-alone': 'Separately',
  'sign-in-spv-alone': 'Sign in to SPV separately',
  'sign-in-portal-alone': 'Sign in to the declaration portal separately',
}
