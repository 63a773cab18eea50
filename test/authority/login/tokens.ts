import { generateKeyPair, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { plant } from '../../planted/mark.ts'
import type { Clock } from '../clock.ts'

const ACCESS_SECONDS = 129_600 * 60
const REFRESH_SECONDS = 525_600 * 60
const CODE_SECONDS = 60
/** Claims, `info` among them, bring a real access token to between 2 and 3 KB. */
const INFO_BYTES = 1_050

/** The body of a token answer. */
export type TokenAnswer = { access_token: string; refresh_token: string; token_type: 'Bearer'; expires_in: number }

export type Grant = { certificateSerial: string; jwt: boolean }

export type CodeUse = Grant | 'late' | 'unknown' | 'wrong-redirect'

export type Tokens = {
  readonly keyId: string
  /** PEM, for verifiers of access tokens. */
  readonly publicKeyPem: string
  issueCode(certificateSerial: string, redirectUri: string): string
  /** A code is valid once, within 60 s. */
  useCode(code: string, redirectUri: string): CodeUse
  issue(grant: Grant): Promise<TokenAnswer>
  /** The grant of a refresh token, which is worthless afterwards. */
  useRefreshToken(token: string): Grant | undefined
  /** The holder of an access token; undefined if unknown, expired or revoked. */
  holder(accessToken: string): Grant | undefined
  /** Access tokens expire early; refresh tokens stay valid. */
  revokeAccess(): void
  /** The portal's withdrawal: nothing issued so far works any more. */
  revokeAll(): void
}

/** One for all authorities of a process, because it is slow to generate. */
let keyPair: Promise<{ privateKey: KeyObject; publicKey: KeyObject }> | undefined

export async function createTokens(options: { clock: Clock; issuer: string; clientId: string }): Promise<Tokens> {
  const { clock, issuer, clientId } = options
  keyPair ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const { privateKey, publicKey } = await keyPair
  const keyId = `anaf-${randomBytes(4).toString('hex')}`
  const codes = new Map<string, { certificateSerial: string; redirectUri: string; issuedAt: number }>()
  const access = new Map<string, Grant & { expiresAt: number }>()
  const refresh = new Map<string, Grant & { expiresAt: number }>()

  const signed = (
    planted: string,
    grant: Grant,
    lifetime: number,
    claims: Readonly<Record<string, unknown>>,
  ): Promise<string> => {
    const now = Math.floor(clock.now() / 1000)
    return new SignJWT({
      planted,
      token_type: 'Bearer',
      clientappid: clientId,
      serial: grant.certificateSerial,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS512', typ: 'JWT', kid: keyId })
      .setIssuer(issuer)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + lifetime)
      .sign(privateKey)
  }

  return {
    keyId,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    issueCode: (certificateSerial, redirectUri) => {
      const code = plant('code')
      codes.set(code, { certificateSerial, redirectUri, issuedAt: clock.now() })
      return code
    },
    useCode: (code, redirectUri) => {
      const known = codes.get(code)
      if (!known) return 'unknown'
      if (clock.now() - known.issuedAt > CODE_SECONDS * 1000) return 'late'
      if (known.redirectUri !== redirectUri) return 'wrong-redirect'
      codes.delete(code)
      return { certificateSerial: known.certificateSerial, jwt: true }
    },
    issue: async grant => {
      const roles = ['EFACTURA', 'ETRANSPORT', 'SRV_EFACTURA', 'HELLO']
      const claims = {
        scope: 'clientappid info issuer role serial',
        role: roles,
        ...Object.fromEntries(roles.map(role => [role, '1'])),
        issuer: 'CN=Recipisa test CA, O=Autoritate de test, C=RO',
        info: randomBytes(INFO_BYTES).toString('base64'),
      }
      const [ownAccess, ownRefresh] = [plant('access'), plant('refresh')]
      const accessToken = grant.jwt ? await signed(ownAccess, grant, ACCESS_SECONDS, claims) : ownAccess
      const refreshToken = grant.jwt ? await signed(ownRefresh, grant, REFRESH_SECONDS, {}) : ownRefresh
      access.set(accessToken, { ...grant, expiresAt: clock.now() + ACCESS_SECONDS * 1000 })
      refresh.set(refreshToken, { ...grant, expiresAt: clock.now() + REFRESH_SECONDS * 1000 })
      return {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: 'Bearer',
        expires_in: ACCESS_SECONDS,
      }
    },
    useRefreshToken: token => {
      const known = refresh.get(token)
      refresh.delete(token)
      return known !== undefined && known.expiresAt > clock.now() ? known : undefined
    },
    holder: token => {
      const known = access.get(token)
      return known !== undefined && known.expiresAt > clock.now() ? known : undefined
    },
    revokeAccess: () => access.clear(),
    revokeAll: () => {
      access.clear()
      refresh.clear()
      codes.clear()
    },
  }
}
