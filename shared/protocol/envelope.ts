import * as v from 'valibot'
import { ErrorBody } from '../errors/error-body.ts'
import { Fetched } from './fetch.ts'
import { RequestId } from './request-id.ts'

/**
 * The messages on the native port, one JSON text per frame. The extension sends requests and cancels. The host answers
 * each id with any number of progress messages and exactly one result or error, and sends events on its own.
 */
export const Request = v.strictObject({
  id: RequestId,
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.optional(v.unknown(), {}),
})
export const Cancel = v.strictObject({ cancel: RequestId })
export const ToHost = v.union([Request, Cancel, Fetched])
export type ToHost = v.InferInput<typeof ToHost>

export const Progress = v.strictObject({ id: RequestId, progress: v.unknown() })
export const Result = v.strictObject({ id: RequestId, result: v.unknown() })
/** `id` 0: the failure belongs to no request (an unreadable frame). */
export const Failure = v.strictObject({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), error: ErrorBody })
export const Event = v.strictObject({ event: v.string(), params: v.unknown() })
export const FromHost = v.union([Progress, Result, Failure, Event])
export type FromHost = v.InferInput<typeof FromHost>

/** Params of the event `hello`, the first frame that the host writes (H-04). */
export const Hello = v.object({
  version: v.string(),
  protocol: v.string(),
  capabilities: v.array(v.string()),
})
export type Hello = v.InferOutput<typeof Hello>

/** The host never sends a larger message, in bytes: the browser would close the port (H-01). */
export const MAX_FRAME_FROM_HOST = 1_000_000
/** The host closes the connection if a frame claims more bytes (H-03). */
export const MAX_FRAME_TO_HOST = 64 * 1024 * 1024
/** Largest piece of a document in one message, in bytes before base64, with which it fits into `MAX_FRAME_FROM_HOST`. */
export const MAX_CHUNK = 700_000
