import { fold } from '../../../shared/text/fold.ts'
import { decode } from '../wire/answers/answer.ts'
import type { HttpAnswer } from '../wire/http.ts'
import { noteOf } from './register-note.ts'

/** Statuses, besides success, that may mean that a result is not there yet. */
const EARLY = [400, 404, 409, 425]

/**
 * Whether the note says that the result was handed out before or has expired. The wordings are not documented (P-07).
 */
export const isGone = (note: string): boolean =>
  /expirat|expired|deja (fost )?(descarcat|preluat)|a (mai )?fost (deja )?(descarcat|preluat)|already|nu mai exista/.test(
    fold(note),
  )

/** Whether the note says that there is no such result: it is gone or not there yet. */
export const isUnknown = (note: string): boolean => /nu exista|not found|inexistent|invalid/.test(fold(note))

/**
 * Whether an answer without a result may mean "not ready yet". Its form is not documented: an empty body, no company,
 * or a few words, with success or a status of `EARLY`. A page never means it.
 */
export function isNotReady(answer: HttpAnswer, value: object | undefined): boolean {
  const { body, status } = answer
  if (status >= 300 && !EARLY.includes(status)) return false
  if (body.kind === 'json') return value === undefined || !('found' in value) || isEmpty(value.found)
  return body.kind === 'empty' || noteOf(answer) !== undefined || isWord(answer)
}

/** A single word, such as `null`, is neither a result nor a sentence. */
const isWord = ({ body, bytes }: HttpAnswer): boolean =>
  body.kind === 'unknown' && /^[\p{L}_]{1,40}$/u.test(decode(bytes).trim())

const isEmpty = (list: unknown): boolean => list === null || (Array.isArray(list) && list.length === 0)
