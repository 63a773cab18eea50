import { decode } from '../wire/answers/answer.ts'
import type { HttpAnswer } from '../wire/http.ts'

/** Most characters to show of a text in place of JSON. */
const MOST_NOTE = 300

/**
 * A register's words in place of data, as JSON or as plain text; undefined for pages and for data. Only the envelope's
 * `message` is documented. Any other refusal in JSON gives its first field with words (P-03).
 */
export function noteOf({ body, bytes, status }: HttpAnswer): string | undefined {
  if (body.kind === 'note') return body.note
  if (body.kind === 'unknown') return wordsOf(decode(bytes).trim())
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return undefined
  const { message, ...others } = body.value as Record<string, unknown>
  const texts = [message, ...(status === 400 ? Object.values(others) : [])]
  const note = texts.find(text => typeof text === 'string' && /\p{L}{3}/u.test(text))
  return typeof note === 'string' ? note.trim().slice(0, MOST_NOTE) : undefined
}

/** Displayable plain text; undefined for JSON, whole or broken, and for bytes that are not text. */
function wordsOf(text: string): string | undefined {
  const isText = /\p{L}\s+\p{L}/u.test(text) && !/^[[{"]|[^\P{Cc}\s]/u.test(text)
  return isText ? text.slice(0, MOST_NOTE) : undefined
}
