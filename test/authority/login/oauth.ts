import { timingSafeEqual } from 'node:crypto'
import { type Answer, type Exchange, json, redirect } from '../http.ts'
import { badRequestPage } from '../pages.ts'
import type { World } from '../world/world.ts'
import type { Tokens } from './tokens.ts'

/** An application as the portal's form registers it. */
export type Application = { clientId: string; clientSecret: string; redirectUris: readonly string[] }

type OAuthOptions = { application: Application; tokens: Tokens; world: World }

/** The portal's rule for callbacks: https, and absolute. Registering any other fails with HTTP 400. */
export function checkCallback(url: string): 200 | 400 {
  return URL.parse(url)?.protocol === 'https:' ? 200 : 400
}

/** The interactive step, once the gateway knows the certificate. */
export function authorize(exchange: Exchange, serial: string, { application, tokens, world }: OAuthOptions): Answer {
  const { query } = exchange
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== application.clientId) return badRequestPage('invalid_client')
  // Never redirect to an unregistered address.
  if (!application.redirectUris.includes(redirectUri)) return badRequestPage('redirect_uri')
  const back = (name: string, value: string) => {
    const url = new URL(redirectUri)
    url.searchParams.set(name, value)
    return redirect(url.href)
  }
  if (query.get('response_type') !== 'code') return back('error', 'unsupported_response_type')
  if (query.get('token_content_type') !== 'jwt') return back('error', 'invalid_request')
  if (!world.isEnrolled(serial)) return back('error', 'access_denied')
  return back('code', tokens.issueCode(serial, redirectUri))
}

/** Token exchange and refresh: headless, HTTP Basic, a form; never a client certificate. */
export async function token(exchange: Exchange, { application, tokens }: OAuthOptions): Promise<Answer> {
  const refused = (error: string) => json({ error }, 400)
  if (exchange.method !== 'POST') return refused('invalid_request')
  if (!hasClientCredentials(exchange, application)) return refused('invalid_client')
  if (!exchange.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return refused('invalid_request')
  const form = new URLSearchParams(exchange.body.toString())
  const grantType = form.get('grant_type')
  if (grantType === 'refresh_token') {
    const grant = tokens.useRefreshToken(form.get('refresh_token') ?? '')
    return grant ? json(await tokens.issue(grant)) : refused('invalid_grant')
  }
  if (grantType !== 'authorization_code') return refused('unsupported_grant_type')
  const use = tokens.useCode(form.get('code') ?? '', form.get('redirect_uri') ?? '')
  if (use === 'late') return 'reset'
  if (use === 'unknown') return refused('invalid_grant')
  if (use === 'wrong-redirect') return refused('invalid_request')
  return json(await tokens.issue({ ...use, jwt: form.get('token_content_type') === 'jwt' }))
}

function hasClientCredentials(exchange: Exchange, { clientId, clientSecret }: Application): boolean {
  const [scheme, credentials = ''] = (exchange.headers.authorization ?? '').split(' ')
  const given = Buffer.from(credentials, 'base64')
  const wanted = Buffer.from(`${clientId}:${clientSecret}`)
  return scheme?.toLowerCase() === 'basic' && given.length === wanted.length && timingSafeEqual(given, wanted)
}
