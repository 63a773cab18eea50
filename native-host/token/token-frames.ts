import * as v from 'valibot'
import { ErrorBody } from '../../shared/errors/error-body.ts'
import type { NetworkFailure } from '../authority/wire/network-failure.ts'

/** The first line to the process with the token: what to open. */
export const TokenOrder = v.object({
  /** Path of the PKCS#11 library. */
  driver: v.string(),
  /** Serial number of the certificate, hex digits; null for the only one that fits. */
  serial: v.nullable(v.string()),
  /** Extra trust anchors, PEM. */
  ca: v.nullable(v.string()),
})
export type TokenOrder = v.InferOutput<typeof TokenOrder>

/** A further line: a call, or the end of one. */
export const TokenCall = v.union([
  v.object({
    id: v.number(),
    method: v.picklist(['GET', 'POST']),
    url: v.string(),
    headers: v.record(v.string(), v.string()),
    /** Base64. */
    body: v.exactOptional(v.string()),
    maxBytes: v.number(),
    timeout: v.exactOptional(v.number()),
    changesNothing: v.boolean(),
  }),
  v.object({ stop: v.number() }),
])
export type TokenCall = v.InferOutput<typeof TokenCall>

const NetworkFailures = v.picklist([
  'untrusted',
  'unreachable',
  'reset',
  'silent',
  'cut-short',
] as const satisfies readonly NetworkFailure[])

/** A line of the process. Numbers are the calls'. */
export const TokenLine = v.union([
  /** Written every second: a driver that hangs stops it. */
  v.object({ alive: v.literal(true) }),
  /** The key is there, and calls may come. */
  v.object({ ready: v.object({ serial: v.string() }) }),
  /** The token is not usable, or no longer. */
  v.object({ failed: ErrorBody }),
  /** The first byte of a call is about to leave. */
  v.object({ leaves: v.number() }),
  v.object({
    head: v.number(),
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    setCookies: v.array(v.string()),
  }),
  v.object({ done: v.number(), body: v.string() }),
  v.object({ lost: v.number(), failure: NetworkFailures, problem: v.string() }),
])
export type TokenLine = v.InferOutput<typeof TokenLine>

/** Node's readline would also end lines at U+2028 and U+2029, which `JSON.stringify` leaves as they are. */
export function lineOf(frame: object): string {
  return `${JSON.stringify(frame).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}

/** The answer's headers that code above the transport reads. */
export const HEADERS = [
  'content-type',
  'content-length',
  'transfer-encoding',
  'date',
  'retry-after',
  'location',
] as const
