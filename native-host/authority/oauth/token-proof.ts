import type { HttpAnswer } from '../wire/http.ts'

/**
 * How long an accepted call proves its token, ms. A token lives 90 days and is refused before its end only when somebody
 * withdraws it: minutes keep small what such a moment can cost, one filing whose outcome is unknown, and a batch needs no
 * call for it, as each filing's answer proves the token to the next one.
 */
export const PROOF_LASTS = 5 * 60_000

const NEVER = { acceptedAt: Number.NEGATIVE_INFINITY, refusedAt: Number.NEGATIVE_INFINITY }

/** What this process knows of the access token that it has used last: when an answer accepted it, and when one refused it. */
export type TokenProof = {
  /** Takes from the answer to a call with this token what it tells about the token. */
  learn(token: string, answer: HttpAnswer): void
  /** Whether this very token was accepted within the last minutes, and not refused since. */
  holds(token: string): boolean
}

export function createTokenProof(now: () => number): TokenProof {
  let known = { token: '', ...NEVER }
  return {
    learn(token, answer) {
      if (!isTokenRefused(answer) && !isTokenAccepted(answer)) return
      if (known.token !== token) known = { token, ...NEVER }
      // A clock that was put back: what lies ahead of it would outdo whatever is learnt until it has caught up.
      if (known.acceptedAt > now()) known.acceptedAt = NEVER.acceptedAt
      known.refusedAt = Math.min(known.refusedAt, now())
      // It was good when the call left, and refused at the latest when the answer came.
      if (isTokenRefused(answer)) known.refusedAt = now()
      else known.acceptedAt = Math.max(known.acceptedAt, now() - (answer.receivedAt - answer.sentAt))
    },
    holds(token) {
      if (known.token !== token || known.acceptedAt < known.refusedAt) return false
      const age = now() - known.acceptedAt
      return age >= 0 && age < PROOF_LASTS // a clock that was put back proves nothing
    },
  }
}

/** 401, 403, or the gateway's way to say it: a logon page in place of the answer, or a redirect to it. */
export function isTokenRefused({ status, body, location }: HttpAnswer): boolean {
  if (body.kind === 'firewall') return false
  const isSentToLogon = status >= 300 && status < 400 && /\/my\.policy|\/vdesk\//.test(location ?? '')
  return status === 401 || status === 403 || body.kind === 'login-wall' || isSentToLogon
}

/** The words of a service, which stand behind the door; pages and failures may be the door's own. */
export function isTokenAccepted({ status, body }: HttpAnswer): boolean {
  if (status === 400) return body.kind === 'note'
  return status === 200 && ['json', 'note', 'xml', 'zip', 'pdf', 'unknown'].includes(body.kind)
}
