import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import type { Services } from '../../services.ts'
import { readSecrets } from '../../session/read-secrets.ts'
import type { Handlers } from './handler.ts'

/** The endpoints in use and the data of the OAuth application. */
export function profileOperations(services: Services): Pick<Handlers, 'profile.get' | 'profile.configure'> {
  const summarize = async () => summarizeProfile(services, await describeSecrets(services))
  return {
    'profile.get': summarize,
    'profile.configure': async ({ clientSecret, ...changes }) => {
      await services.configure(changes, clientSecret)
      return summarize()
    },
  }
}

type SecretsSummary = Pick<ProfileSummary, 'hasClientSecret' | 'keptIn' | 'secretsError'>

/** What the profile tells of the secrets. The rest needs none, so a locked credential store does not fail it. */
async function describeSecrets({ secrets, hasClientSecret, explain }: Services): Promise<SecretsSummary> {
  const reading = await readSecrets(secrets, hasClientSecret)
  const { keptIn } = reading
  if (reading.isReadable) return { keptIn, hasClientSecret: reading.found }
  return { keptIn, hasClientSecret: true, secretsError: toErrorBody(explain(reading.problem)) }
}

/** The profile without any secret. Needs no database, so that it can be shown and repaired when the database is damaged. */
export async function summarizeProfile(services: Services, secrets: SecretsSummary): Promise<ProfileSummary> {
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
