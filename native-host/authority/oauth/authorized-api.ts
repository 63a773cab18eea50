import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { explainAnswer } from '../wire/answers/explain.ts'
import type { Http, HttpAnswer, HttpRequest } from '../wire/http.ts'
import { isTokenAccepted, isTokenRefused, type TokenProof } from './token-proof.ts'

/** The source of access tokens (implemented in `session/`). */
export type AccessTokens = {
  /** A token that should be valid now; throws `not-signed-in`, `sign-in-expired` or `token-rejected`. */
  accessToken(signal: AbortSignal): Promise<string>
  /** A newer token than one that was answered with 401 or 403; undefined when a newer one would not help. */
  afterRejected(token: string, signal: AbortSignal): Promise<string | undefined>
  /**
   * Notes that the authority refused this token and that there is no newer one; may throw the reason in better words.
   */
  noteRefused(token: string): Promise<void>
  /** Notes that the authority accepted this token, even if it was noted as refused. */
  noteAccepted(token: string): Promise<void>
}

/**
 * The headers that show a token. The empty token stands for the certificate, which the transport shows
 * (`certificate-access.ts`).
 */
export const authorizationOf = (token: string): Readonly<Record<string, string>> =>
  token === '' ? {} : { authorization: `Bearer ${token}` }

/** A GET on the API: `url` is the whole address, the rest as in `HttpRequest`. */
export type ApiRead = Pick<
  HttpRequest,
  'operation' | 'url' | 'maxBytes' | 'beforeEach' | 'timeout' | 'once' | 'isSecret'
>

export type Api = {
  /** Reads with a bearer token. The answer may still be a note or a page: the caller looks at its body. */
  read(request: ApiRead, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Calls `send` with a token, and once more with a newer token if the first is refused. Only for calls that may
   * be repeated: an answer that looks like a refusal does not prove that no service was reached.
   */
  call(operation: string, send: (token: string) => Promise<HttpAnswer>, signal: AbortSignal): Promise<HttpAnswer>
  /** The error for an answer that the operation does not document; an incomprehensible one is kept. */
  explain(operation: string, answer: HttpAnswer): Promise<RecipisaError>
}

export function createApi(http: Http, tokens: AccessTokens, proof: TokenProof): Api {
  const call: Api['call'] = async (operation, send, signal) => {
    const sendWith = async (token: string) => {
      const answer = await send(token)
      proof.learn(token, answer)
      return answer
    }
    const token = await tokens.accessToken(signal)
    let answer = await sendWith(token)
    const newer = isTokenRefused(answer) ? await tokens.afterRejected(token, signal) : undefined
    if (newer !== undefined) answer = await sendWith(newer)
    const sent = newer ?? token
    if (!isTokenRefused(answer)) {
      if (isTokenAccepted(answer)) await tokens.noteAccepted(sent)
      return answer
    }
    // 403 even with the newest token refuses the service, not the token (E-32). With the certificate, either that one
    // is refused or none was shown: a browser whose token is unplugged goes on without it.
    const quoted = answer.body.kind === 'note' ? { note: answer.body.note } : {}
    if (answer.status === 403 && sent !== '') throw new RecipisaError('no-right-for-service', { operation, ...quoted })
    await tokens.noteRefused(sent)
    throw new RecipisaError('token-rejected', { operation, ...quoted })
  }
  return {
    call,
    read(request, signal) {
      const send = (token: string) =>
        http.send({ ...request, to: 'api', method: 'GET', headers: authorizationOf(token) }, signal)
      return call(request.operation, send, signal)
    },
    explain: (operation, answer) => explainAnswer(http, operation, answer),
  }
}
