import type { HttpAnswer } from '../wire/http.ts'

/**
 * How long an accepted call proves its token, ms. A token lives 90 days and ends earlier only if someone withdraws it.
 * A few minutes keep that risk small (one upload with an unknown outcome), and a batch needs no extra calls, because
 * the answer to each upload proves the token for the next.
 */
export const PROOF_LASTS = 5 * 60_000

const NEVER = { acceptedAt: Number.NEGATIVE_INFINITY, refusedAt: Number.NEGATIVE_INFINITY }

/** This process's knowledge of the access token it used last: when an answer accepted it, and when one refused it. */
export type TokenProof = {
  /** Learns about the token from the answer to a call with it. */
  learn(token: string, answer: HttpAnswer): void
  /** Whether this token was accepted within the last minutes and not refused since. */
  holds(token: string): boolean
}

export function createTokenProof(now: () => number): TokenProof {
  let known = { token: '', ...NEVER }
  return {
    learn(token, answer) {
      if (!isTokenRefused(answer) && !isTokenAccepted(answer)) return
      if (known.token !== token) known = { token, ...NEVER }
      // The clock was set back: a moment in the future would outweigh all later ones.
      if (known.acceptedAt > now()) known.acceptedAt = NEVER.acceptedAt
      known.refusedAt = Math.min(known.refusedAt, now())
      // The token was good when the call left; a refused token was refused by the time the answer came.
      if (isTokenRefused(answer)) known.refusedAt = now()
      else known.acceptedAt = Math.max(known.acceptedAt, now() - (answer.receivedAt - answer.sentAt))
    },
    holds(token) {
      if (known.token !== token || known.acceptedAt <= known.refusedAt) return false
      const age = now() - known.acceptedAt
      return age >= 0 && age < PROOF_LASTS // a clock that was set back proves nothing
    },
  }
}

/** 401, 403, or the gateway's equivalent: a logon page in place of the answer, or a redirect to it. */
export function isTokenRefused({ status, body, location }: HttpAnswer): boolean {
  if (body.kind === 'firewall') return false
  const isSentToLogon = status >= 300 && status < 400 && /\/my\.policy|\/vdesk\//.test(location ?? '')
  return status === 401 || status === 403 || body.kind === 'login-wall' || isSentToLogon
}

/** Whether the answer comes from a service, behind the gateway. Pages and failures may be the gateway's own. */
export function isTokenAccepted({ status, body }: HttpAnswer): boolean {
  if (status === 400) return body.kind === 'note'
  return status === 200 && ['json', 'note', 'xml', 'zip', 'pdf', 'unknown'].includes(body.kind)
}
