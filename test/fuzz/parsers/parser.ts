import * as v from 'valibot'
import { classify } from '../../../native-host/authority/wire/answers/answer.ts'
import type { HttpAnswer } from '../../../native-host/authority/wire/http.ts'
import { parseJson } from '../../../shared/text/json.ts'

/** A reader of other people's data. */
export type Parser = {
  name: string
  samples: readonly string[]
  /** Whether its samples are bytes, one character each. */
  isBinary?: boolean
  /** Whether it works in its own thread, so that it blocks no event loop: then a file may take longer. */
  isInThread?: boolean
  /** Reads a text; `bytes` is the same as it comes over the wire or from a file. */
  read: (text: string, bytes: Uint8Array) => unknown
}

/** Fails if a value does not fit the shape in which it goes on: to the archive, to a browser. */
export function fits<T>(schema: v.GenericSchema<unknown, T>, value: unknown): unknown {
  return value === undefined || value === null ? value : v.parse(schema, value)
}

/** An answer with this body, with the status that its service would give. */
export function answerOf(bytes: Uint8Array, status = 200): HttpAnswer {
  const head = { status, contentType: 'text/html; charset=utf-8', location: undefined, setCookies: [] }
  return { ...head, bytes, body: classify(bytes), sentAt: 0, receivedAt: 1 }
}

/** The value of JSON; undefined for any other text, which its reader never gets. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // no JSON: `classify` tells that before a reader is asked
  }
}
