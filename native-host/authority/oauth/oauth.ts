import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { failureKind } from '../wire/network-failure.ts'

/** A pair of tokens as the token endpoint issued it. */
export type TokenPair = { accessToken: string; refreshToken: string }

/** The OAuth application as registered in the authority's portal. */
export type OAuthClient = { clientId: string; clientSecret: string }

/** Client of the authorization server (docs/authority/oauth.md), the same one for test and prod (A-17). */
export type OAuth = {
  /** Exchanges a code for tokens (A-06). A code older than 60 seconds throws `code-expired` (A-07). */
  exchange(client: OAuthClient, code: string, redirectUri: string, signal: AbortSignal): Promise<TokenPair>
  /** Two new tokens: the refresh token is rotated too (A-09). A refused one throws `grant-rejected`. */
  refresh(client: OAuthClient, refreshToken: string, signal: AbortSignal): Promise<TokenPair>
}

/** Largest answer that is read, bytes. A token answer has about 6 KB. */
const MAX_ANSWER = 1_000_000

/**
 * The address of the certificate step (A-01): exactly these four parameters, with the redirect URI as registered.
 * `scope` and `state` must be empty, so they are left out.
 */
export function authorizeUrl(profile: Pick<Profile, 'authUrl'>, clientId: string, redirectUri: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    token_content_type: 'jwt',
  })
  return `${profile.authUrl}/authorize?${query}`
}

export function createOAuth(http: Http, profile: Pick<Profile, 'authUrl'>): OAuth {
  const ask = async (operation: string, client: OAuthClient, form: Record<string, string>, signal: AbortSignal) => {
    const answer = await http.send(
      {
        operation,
        to: 'login',
        method: 'POST',
        url: `${profile.authUrl}/token`,
        headers: {
          authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams(form).toString(),
        maxBytes: MAX_ANSWER,
        isSecret: true,
      },
      signal,
    )
    return readTokens(operation, answer, form.refresh_token)
  }
  return {
    async exchange(client, code, redirectUri, signal) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, token_content_type: 'jwt' }
      try {
        return await ask('token', client, grant, signal)
      } catch (error) {
        // The authorization server resets the connection for a late code; this connection served no other request.
        const isLate = failureKind(error) === 'reset'
        throw isLate ? new RecipisaError('code-expired', {}, { cause: error }) : error
      }
    },
    refresh: (client, refreshToken, signal) =>
      ask('token', client, { grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
  }
}

/** A token, which must fit into a header (RFC 6749, A.12); what was copied may have spaces and line ends around it. */
const Token = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]+$/))
const TokenAnswer = v.object({ access_token: Token, refresh_token: v.optional(Token) })

/**
 * The tokens in the JSON of the token endpoint; undefined for any other shape. If the answer to a refresh has no
 * refresh token, the `used` one stays valid (RFC 6749, 6).
 */
export function parseTokens(value: unknown, used?: string): TokenPair | undefined {
  const parsed = v.safeParse(TokenAnswer, value)
  const refreshToken = parsed.success ? (parsed.output.refresh_token ?? used) : undefined
  if (!parsed.success || refreshToken === undefined) return undefined
  return { accessToken: parsed.output.access_token, refreshToken }
}

/** Error codes of RFC 6749, 4.1.2.1, that report a failure of the server and not of the request. */
const OWN_FAILURES = ['server_error', 'temporarily_unavailable']

/** The tokens of an answer. Errors carry only the OAuth error code, because the body may hold a token (A-16). */
function readTokens(operation: string, { status, body }: HttpAnswer, used: string | undefined): TokenPair {
  const tokens = status === 200 && body.kind === 'json' ? parseTokens(body.value, used) : undefined
  if (tokens) return tokens
  const error = body.kind === 'json' ? oauthErrorOf(body.value) : undefined
  if (body.kind === 'firewall') throw new RecipisaError('firewall', { operation, supportId: body.supportId })
  // A failure of the server itself says nothing about client, code or token.
  if (status >= 500 || (error !== undefined && OWN_FAILURES.includes(error))) {
    throw new RecipisaError('maintenance', { operation, status })
  }
  if (error === 'invalid_client' || error === 'unauthorized_client' || (status === 401 && error === undefined)) {
    throw new RecipisaError('client-rejected')
  }
  if (error !== undefined) throw new RecipisaError('grant-rejected', { error })
  if (body.kind === 'maintenance') throw new RecipisaError('maintenance', { operation, status })
  throw new RecipisaError('token-answer', { problem: `HTTP ${status}, ${body.kind}` })
}

/** The `error` code of RFC 6749, 5.2; anything longer or stranger is not repeated. */
function oauthErrorOf(value: unknown): string | undefined {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
  return typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : undefined
}
