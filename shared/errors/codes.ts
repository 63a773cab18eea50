import * as v from 'valibot'

/** The stable error codes of the protocol and of `--json`; PROTOCOL.md says when each applies. */
export const ErrorCode = v.picklist([
  'invalid-input',
  'auth-required',
  'session-expired',
  'no-rights',
  'refused',
  'not-found',
  'expired',
  'limit-reached',
  'rate-limited',
  'blocked-by-firewall',
  'service-unavailable',
  'unreachable',
  'outcome-unknown',
  'unexpected-answer',
  'storage',
  'cancelled',
  'incompatible-version',
])
export type ErrorCode = v.InferOutput<typeof ErrorCode>

/** The side of a failure; `input` is the person's or their configuration's. */
export const Side = v.picklist(['ours', 'input', 'authority', 'certificate', 'network'])
export type Side = v.InferOutput<typeof Side>

export type Locale = 'ro' | 'en'
