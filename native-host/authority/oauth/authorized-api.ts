import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { explainAnswer } from '../wire/explain.ts'
import type { Http, HttpAnswer, HttpRequest } from '../wire/http.ts'
import { isTokenAccepted, isTokenRefused, type TokenProof } from './token-proof.ts'

/** Where an accepted access token comes from (`session/`). */
export type AccessTokens = {
  /** A token that is good for a call now; throws `not-signed-in`, `sign-in-expired` or `token-rejected`. */
  accessToken(signal: AbortSignal): Promise<string>
  /** A newer token than one that was answered with 401 or 403; undefined when a newer one would change nothing. */
  afterRejected(token: string, signal: AbortSignal): Promise<string | undefined>
  /** The authority answered that it does not accept this token, and there is no newer one. */
  noteRefused(token: string): Promise<void>
  /** It accepted this token, whatever was thought of it. */
  noteAccepted(token: string): Promise<void>
}

/** A read of the API: `url` whole, the rest as of the request. */
export type ApiRead = Pick<
  HttpRequest,
  'operation' | 'url' | 'maxBytes' | 'beforeEach' | 'timeout' | 'once' | 'isSecret'
>

export type Api = {
  /** Reads with a bearer token. What comes back may still be a note or a page: the caller looks at its body. */
  read(request: ApiRead, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Calls `send` with a token, and once more with a newer one where the first is refused. Only for what may be sent
   * twice: an answer like a refusal does not prove that the call reached no service.
   */
  call(operation: string, send: (token: string) => Promise<HttpAnswer>, signal: AbortSignal): Promise<HttpAnswer>
  /** The error that an answer is which is not what the operation documents; keeps one that nobody understands. */
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
    // A token as new as can be, and still 403: not the token but the service is refused (E-32).
    const said = answer.body.kind === 'note' ? { note: answer.body.note } : {}
    if (answer.status === 403) throw new RecipisaError('no-right-for-service', { operation, ...said })
    await tokens.noteRefused(sent)
    throw new RecipisaError('token-rejected', { operation, ...said })
  }
  return {
    call,
    read(request, signal) {
      const send = (token: string) =>
        http.send({ ...request, to: 'api', method: 'GET', headers: { authorization: `Bearer ${token}` } }, signal)
      return call(request.operation, send, signal)
    },
    explain: (operation, answer) => explainAnswer(http, operation, answer),
  }
}
