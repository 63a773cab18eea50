import { detectStandard } from '../../../shared/documents/standards.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Profile } from '../../profile/profile.ts'
import { type AccessTokens, authorizationOf, createApi } from '../oauth/authorized-api.ts'
import type { TokenProof } from '../oauth/token-proof.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { multipart } from '../wire/multipart.ts'
import { isTechnical, parseSignatureVerdict, parseValidation } from './checks-answer.ts'
import { noteError } from './notes.ts'
import { withoutSchemaLocation } from './schema-location.ts'
import type { Access, Checks, PdfAnswer } from './types.ts'

type Options = {
  http: Http
  profile: Pick<Profile, 'access' | 'apiUrl' | 'publicUrl'>
  tokens: AccessTokens
  proof: TokenProof
}

/** Largest file that validare and transformare accept, bytes (5 MB). */
export const MAX_CHECKED = 5 * 1024 * 1024
/** Largest answers that are read, bytes. */
const MAX_TEXT = 16_000_000
const MAX_PDF = 64_000_000
/** Validating a large file and making its PDF take a while; ms. */
const ANSWER_TIMEOUT = 180_000

/** One call: its path below the host, and its body. `plainBody` passes a strict firewall (E-27). */
type Post = {
  operation: string
  path: string
  contentType: string
  body: Uint8Array
  plainBody: () => Uint8Array
  maxBytes: number
}
type Answered = { answer: HttpAnswer; access: Access }

/** The stateless checks, signed in or over the public host. validare and transformare exist on prod only (E-24). */
export function createChecks({ http, profile, tokens, proof }: Options): Checks {
  const api = createApi(http, tokens, proof)

  const send = (
    post: Post,
    { access, body, token }: { access: Access; body: Uint8Array; token?: string },
    signal: AbortSignal,
  ) =>
    http.send(
      {
        operation: post.operation,
        to: access === 'oauth' ? 'api' : 'public',
        method: 'POST',
        url: `${access === 'oauth' ? profile.apiUrl : profile.publicUrl}${post.path}`,
        headers: {
          'content-type': post.contentType,
          ...(token === undefined ? {} : authorizationOf(token)),
        },
        body,
        maxBytes: post.maxBytes,
        timeout: ANSWER_TIMEOUT,
        // It is only a query.
        mayRepeat: true,
        isFailure: answer => technicalNote(answer) !== undefined,
      },
      signal,
    )

  /**
   * Asks signed in. If the firewall blocks the call, repeats it without the parts that firewalls dislike; both calls
   * are only queries.
   */
  const askSignedIn = async (post: Post, signal: AbortSignal): Promise<HttpAnswer> => {
    const call = (body: Uint8Array) =>
      api.call(post.operation, token => send(post, { access: 'oauth', body, token }, signal), signal)
    const answer = await call(post.body)
    if (answer.body.kind !== 'firewall') return answer
    const plain = post.plainBody()
    return plain === post.body ? answer : call(plain)
  }

  /**
   * Asks signed in if possible; over the public host without a sign-in, or if the firewall blocks the signed-in host.
   */
  const ask = async (post: Post, signal: AbortSignal): Promise<Answered> => {
    try {
      const answer = await askSignedIn(post, signal)
      if (answer.body.kind !== 'firewall') return { answer, access: 'oauth' }
    } catch (error) {
      if (!isWithoutSignIn(error)) throw error
    }
    return { answer: await send(post, { access: 'public', body: post.plainBody() }, signal), access: 'public' }
  }

  const failure = async (operation: string, answer: HttpAnswer): Promise<RecipisaError> => {
    const note = technicalNote(answer)
    if (note !== undefined) return new RecipisaError('service-technical', { operation, note })
    return answer.body.kind === 'note' ? noteError(operation, answer.body.note) : api.explain(operation, answer)
  }

  const transform = async (
    xml: Uint8Array,
    isValidating: boolean,
    signal: AbortSignal,
  ): Promise<PdfAnswer | Answered> => {
    const operation = 'transformare'
    const path = `/prod/FCTEL/rest/transformare/${standardOf(xml)}${isValidating ? '' : '/DA'}`
    const answered = await ask({ ...xmlPost(operation, path, xml), maxBytes: MAX_PDF }, signal)
    const { answer, access } = answered
    const { body, status } = answer
    if (body.kind === 'pdf' && status === 200)
      return { outcome: 'pdf', bytes: body.bytes, validated: isValidating, access }
    const validation = body.kind === 'json' && status === 200 ? parseValidation(body.value) : undefined
    if (validation?.state !== 'nok' || validation.technical !== undefined) return answered
    return { outcome: 'invalid', findings: validation.findings, traceId: validation.traceId, access }
  }

  return {
    async validate(xml, signal) {
      const operation = 'validare'
      checkSize(operation, xml)
      const post = xmlPost(operation, `/prod/FCTEL/rest/validare/${standardOf(xml)}`, xml)
      const { answer, access } = await ask(post, signal)
      const { body, status } = answer
      const validation = body.kind === 'json' && status === 200 ? parseValidation(body.value) : undefined
      if (validation === undefined || validation.technical !== undefined) throw await failure(operation, answer)
      const { state, findings, traceId } = validation
      return { state, findings, traceId, access }
    },
    async toPdf(xml, { validate }, signal) {
      const operation = 'transformare'
      checkSize(operation, xml)
      let result = await transform(xml, validate, signal)
      // The firewall is stricter on /DA than on the validating path (E-27).
      if (!validate && 'answer' in result && result.answer.body.kind === 'firewall')
        result = await transform(xml, true, signal)
      if ('answer' in result) throw await failure(operation, result.answer)
      return result
    },
    async validateSignature({ document, signature }, signal) {
      const operation = 'validate/signature'
      const { contentType, body } = multipart([xmlFile('file', document), xmlFile('signature', signature)])
      // Signed bytes are sent unchanged, to the public host too.
      const post = {
        operation,
        path: '/api/validate/signature',
        contentType,
        body,
        plainBody: () => body,
        maxBytes: MAX_TEXT,
      }
      const { answer, access } = await ask(post, signal)
      const read = answer.body.kind === 'json' ? parseSignatureVerdict(answer.body.value, answer.status) : undefined
      if (read === undefined) throw await failure(operation, answer)
      const { verdict, message } = read
      if (verdict === 'technical') throw new RecipisaError('authority-note', { operation, note: message })
      return { verdict, message, access }
    },
  }
}

/** Whether the error means that the call has no usable sign-in, as opposed to a failed call. */
function isWithoutSignIn(error: unknown): boolean {
  const codes = ['auth-required', 'session-expired', 'no-rights']
  return error instanceof RecipisaError && codes.includes(error.code)
}

/** `FCN` for a credit note, by content (E-25). */
function standardOf(xml: Uint8Array): 'FACT1' | 'FCN' {
  return detectStandard(xml) === 'CN' ? 'FCN' : 'FACT1'
}

/** The plain body is made only when needed: making it scans every tag, and the usual host takes the file as it is. */
function xmlPost(operation: string, path: string, body: Uint8Array): Post {
  let plain: Uint8Array | undefined
  const plainBody = () => {
    plain ??= withoutSchemaLocation(body)
    return plain
  }
  return { operation, path, contentType: 'text/plain', body, plainBody, maxBytes: MAX_TEXT }
}

/** The service's report of its own failure, in a note or in place of findings; undefined for any other answer. */
function technicalNote({ body, status }: HttpAnswer): string | undefined {
  if (body.kind === 'note') return isTechnical(body.note) ? body.note : undefined
  return body.kind === 'json' && status === 200 ? parseValidation(body.value)?.technical : undefined
}

function checkSize(operation: string, { length }: Uint8Array) {
  if (length > MAX_CHECKED) throw new RecipisaError('check-too-large', { operation, bytes: length, limit: MAX_CHECKED })
}

const xmlFile = (field: string, bytes: Uint8Array) => ({
  field,
  fileName: `${field}.xml`,
  mediaType: 'text/xml',
  bytes,
})
