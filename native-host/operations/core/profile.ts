import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** The endpoints in use and the data of the OAuth application. */
export function profileOperations(services: Services): Pick<Handlers, 'profile.get' | 'profile.configure'> {
  return {
    'profile.get': () => summarizeProfile(services),
    'profile.configure': async ({ clientSecret, ...changes }) => {
      await services.configure(changes, clientSecret)
      return summarizeProfile(services)
    },
  }
}

/** The profile without any secret. Needs no database, so that it can be shown and repaired when the database is damaged. */
export async function summarizeProfile(services: Services): Promise<ProfileSummary> {
  const { file, environment, access, authUrl, baseUrl, clientId, redirectUri } = await services.profile()
  const secrets = await services.secrets()
  return {
    file,
    environment,
    access,
    authUrl,
    baseUrl,
    clientId,
    redirectUri,
    hasClientSecret: (await services.clientSecret()) !== undefined,
    keptIn: secrets.keptIn,
    archiveFolder: services.archiveFolder(environment),
  }
}
