import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** The endpoints in use and the data of the OAuth application. */
export function profileOperations(services: Services): Pick<Handlers, 'profile.get' | 'profile.configure'> {
  const summarize = async () => {
    const hasClientSecret = (await services.clientSecret()) !== undefined
    return summarizeProfile(services, { hasClientSecret, keptIn: (await services.secrets()).keptIn })
  }
  return {
    'profile.get': summarize,
    'profile.configure': async ({ clientSecret, ...changes }) => {
      await services.configure(changes, clientSecret)
      return summarize()
    },
  }
}

/** The profile without any secret. Needs no database, so that it can be shown and repaired when the database is damaged. */
export async function summarizeProfile(
  services: Services,
  secrets: Pick<ProfileSummary, 'hasClientSecret' | 'keptIn'>,
): Promise<ProfileSummary> {
  const { file, environment, access, authUrl, baseUrl, clientId, redirectUri } = await services.profile()
  return {
    file,
    environment,
    access,
    authUrl,
    baseUrl,
    clientId,
    redirectUri,
    ...secrets,
    archiveFolder: services.archiveFolder(environment),
  }
}
