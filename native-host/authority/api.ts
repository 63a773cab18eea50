import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { explainAnswer } from './explain.ts'
import type { Http, HttpAnswer } from './http.ts'
import type { AccessTokens } from './types.ts'

/** A read of the API: `url` whole, `maxBytes` the largest answer that is taken. */
export type ApiRead = { operation: string; url: string; maxBytes: number }

export type Api = {
  /** Reads with a bearer token. What comes back may still be a note or a page: the caller looks at its body. */
  read(request: ApiRead, signal: AbortSignal): Promise<HttpAnswer>
  /** The error that an answer is which is not what the operation documents; keeps one that nobody understands. */
  explain(operation: string, answer: HttpAnswer): Promise<RecipisaError>
}

export function createApi(http: Http, tokens: AccessTokens): Api {
  const send = ({ operation, url, maxBytes }: ApiRead, token: string, signal: AbortSignal) =>
    http.send(
      { operation, to: 'api', method: 'GET', url, headers: { authorization: `Bearer ${token}` }, maxBytes },
      signal,
    )
  return {
    async read(request, signal) {
      const token = await tokens.accessToken(signal)
      let answer = await send(request, token, signal)
      if (!isTokenRefused(answer)) return answer
      const newer = await tokens.afterRejected(token, signal)
      if (newer !== undefined) answer = await send(request, newer, signal)
      if (!isTokenRefused(answer)) return answer
      // A token as new as can be, and still 403: not the token but the service is refused (E-32).
      const { operation } = request
      throw new RecipisaError(answer.status === 403 ? 'no-right-for-service' : 'token-rejected', { operation })
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
