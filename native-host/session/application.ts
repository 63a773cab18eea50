import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { OAuthClient } from '../authority/oauth/oauth.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The data of the OAuth application. Throws `client-not-configured`, with the names of the missing fields. */
export type Application = {
  client(): Promise<OAuthClient>
  redirectUri(): string
  /** RECIPISA_CLIENT_SECRET, else the stored one. */
  clientSecret(): Promise<string | undefined>
}

type Options = {
  profile: Pick<Profile, 'clientId' | 'redirectUri'>
  secrets: Pick<Secrets, 'get'>
  env: Readonly<Record<string, string | undefined>>
  onSecret: (value: string) => void
}

export function createApplication({ profile, secrets, env, onSecret }: Options): Application {
  const notConfigured = (...missing: string[]) =>
    new RecipisaError('client-not-configured', { missing: missing.join(', ') })
  const clientSecret = async () => {
    const secret = env.RECIPISA_CLIENT_SECRET || (await secrets.get('client-secret'))
    if (secret) onSecret(secret)
    return secret
  }
  return {
    clientSecret,
    async client() {
      const { clientId } = profile
      const secret = await clientSecret()
      if (clientId && secret) return { clientId, clientSecret: secret }
      throw notConfigured(...(clientId ? [] : ['client ID']), ...(secret ? [] : ['client secret']))
    },
    redirectUri() {
      if (profile.redirectUri) return profile.redirectUri
      throw notConfigured('redirect URI')
    },
  }
}
