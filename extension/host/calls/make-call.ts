import { MAX_CHUNK } from '../../../shared/protocol/envelope.ts'
import type { FetchEvent, FetchPart } from '../../../shared/protocol/fetch.ts'
import { hasSiteAccess } from '../../browser/site-access.ts'
import { isAllowed } from './allowed.ts'
import { watchError } from './call-error.ts'
import { isChosen, noteLost } from './choice.ts'
import { failureOf } from './error-names.ts'
import { ownConnections } from './own-connection.ts'

/** Why a call is not made; undefined if it is. */
export async function refusalOf({ method, url }: FetchEvent): Promise<FetchPart | undefined> {
  if (!isAllowed(method, url)) return failed('refused', '')
  if (!(await isChosen())) return failed('no-choice', '')
  // Without access the browser sends an upload and withholds its answer. The page of the next choice says what is missing.
  if (!(await hasSiteAccess(url))) {
    await noteLost()
    return failed('no-choice', '')
  }
  // A mere question may arrive twice.
  const isSafe = !isFiling(url) || (await ownConnections(new URL(url).hostname))
  return isSafe ? undefined : failed('unsafe', '')
}

/** Makes a call with the certificate that the browser remembers, and yields its events. */
export async function* makeCall(call: FetchEvent, body: Blob, signal: AbortSignal): AsyncGenerator<FetchPart> {
  const { method, url, contentType } = call
  const watch = watchError(url)
  try {
    const answer = await fetch(watch.url, {
      method,
      // Apart from the reads, and with the certificate all the same; Firefox shows that with credentials only.
      credentials: isFiling(url) ? 'omit' : 'include',
      cache: 'no-store',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      // An upload that is aborted while it connects would leave its connection to the next one (docs/certificate-mode.md).
      signal: isFiling(url) ? null : signal,
      ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
      ...(method === 'POST' ? { body } : {}),
    })
    // A redirect that is not followed shows neither its status nor its target.
    const status = answer.type === 'opaqueredirect' ? 302 : answer.status
    yield { part: 'head', status, headers: Object.fromEntries(answer.headers) }
    for await (const bytes of piecesOf(answer.body)) yield { part: 'data', data: bytes.toBase64() }
    yield { part: 'end' }
  } catch (error) {
    const problem = signal.aborted ? 'stopped' : await watch.name(error)
    const failure = failureOf(problem)
    if (failure === 'no-choice') await noteLost()
    yield { part: 'failed', failure, problem }
  } finally {
    watch.stop()
  }
}

const failed = (failure: 'refused' | 'unsafe' | 'no-choice', problem: string): FetchPart => ({
  part: 'failed',
  failure,
  problem,
})

/** Whether a call files something: then it must not arrive twice. */
const isFiling = (url: string): boolean => /\/upload(b2c)?$/.test(new URL(url).pathname)

/** The body in pieces that fit into a message. */
async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<Base64Bytes> {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (let at = 0; at < value.length; at += MAX_CHUNK) yield value.subarray(at, at + MAX_CHUNK) as Base64Bytes
  }
}

/** Newer than the library's types: Chromium 140, Firefox 133. */
type Base64Bytes = Uint8Array & { toBase64(): string }
