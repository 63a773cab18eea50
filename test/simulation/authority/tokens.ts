import type { Grant, TokenAnswer, Tokens } from '../../authority/login/tokens.ts'

/** The pair of a person who begins signed in. */
export const FIRST_PAIR = { access_token: 'access-0', refresh_token: 'refresh-0' }
const ACCESS = 90 * 86_400
const REFRESH = 365 * 86_400

/** Tokens without content, numbered in order of issue: identical in each run of a seed. */
export function createPlainTokens(now: () => number, certificateSerial: string): Tokens {
  const holder: Grant = { certificateSerial, jwt: false }
  const access = new Map<string, number>([[FIRST_PAIR.access_token, now() + ACCESS * 1000]])
  const refresh = new Map<string, number>([[FIRST_PAIR.refresh_token, now() + REFRESH * 1000]])
  let issued = 0
  return {
    keyId: 'none',
    publicKeyPem: '',
    issueCode: () => 'no codes here',
    useCode: () => 'unknown',
    async issue(): Promise<TokenAnswer> {
      const n = ++issued
      access.set(`access-${n}`, now() + ACCESS * 1000)
      refresh.set(`refresh-${n}`, now() + REFRESH * 1000)
      return { access_token: `access-${n}`, refresh_token: `refresh-${n}`, token_type: 'Bearer', expires_in: ACCESS }
    },
    useRefreshToken(token) {
      const ends = refresh.get(token) ?? 0
      refresh.delete(token)
      return ends > now() ? holder : undefined
    },
    holder: token => ((access.get(token) ?? 0) > now() ? holder : undefined),
    revokeAccess: () => access.clear(),
    revokeAll() {
      access.clear()
      refresh.clear()
    },
  }
}
