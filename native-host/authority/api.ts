import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { explainAnswer } from './explain.ts'
import type { Http, HttpAnswer, HttpRequest } from './http.ts'
import type { AccessTokens } from './types.ts'

/** A read of the API: `url` whole, `maxBytes` the largest answer that is taken, `beforeEach` as of the request. */
export type ApiRead = Pick<HttpRequest, 'operation' | 'url' | 'maxBytes' | 'beforeEach'>

export type Api = {
  /** Reads with a bearer token. What comes back may still be a note or a page: the caller looks at its body. */
  read(request: ApiRead, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Calls `send` with a token, and once more with a newer one where the first is refused: what was refused at the door
   * has reached no service.
   */
  call(operation: string, send: (token: string) => Promise<HttpAnswer>, signal: AbortSignal): Promise<HttpAnswer>
  /** The error that an answer is which is not what the operation documents; keeps one that nobody understands. */
  explain(operation: string, answer: HttpAnswer): Promise<RecipisaError>
}

export function createApi(http: Http, tokens: AccessTokens): Api {
  const call: Api['call'] = async (operation, send, signal) => {
    const token = await tokens.accessToken(signal)
    let answer = await send(token)
    if (!isTokenRefused(answer)) return answer
    const newer = await tokens.afterRejected(token, signal)
    if (newer !== undefined) answer = await send(newer)
    if (!isTokenRefused(answer)) return answer
    // A token as new as can be, and still 403: not the token but the service is refused (E-32).
    const said = answer.body.kind === 'note' ? { note: answer.body.note } : {}
    throw new RecipisaError(answer.status === 403 ? 'no-right-for-service' : 'token-rejected', { operation, ...said })
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

/** 401, 403, or the gateway's way to say it: a logon page in place of the answer, or a redirect to it. */
function isTokenRefused({ status, body, location }: HttpAnswer): boolean {
  if (body.kind === 'firewall') return false
  const isSentToLogon = status >= 300 && status < 400 && /\/my\.policy|\/vdesk\//.test(location ?? '')
  return status === 401 || status === 403 || body.kind === 'login-wall' || isSentToLogon
}
