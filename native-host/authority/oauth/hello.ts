import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Profile } from '../../profile/profile.ts'
import { decode } from '../wire/answers/answer.ts'
import type { Api } from './authorized-api.ts'

/** The greeting's name; TestOauth's answer repeats the request, including the name. */
const NAME = 'recipisa'

type ApiProfile = Pick<Profile, 'access' | 'apiUrl' | 'environment'>

/**
 * The address of a call that proves the sign-in and has no other effect: TestOauth, or, with the certificate, the state
 * of an upload that does not exist, because its host lacks TestOauth (E-28).
 */
export const helloOf = ({ access, apiUrl, environment }: ApiProfile): string =>
  access === 'certificate'
    ? `${apiUrl}/${environment}/FCTEL/rest/stareMesaj?id_incarcare=0`
    : `${apiUrl}/TestOauth/jaxrs/hello?name=${NAME}`

/** Largest answer that is read, bytes: it echoes the request's headers, and a token has 3 KB. */
const MAX_ANSWER = 1_000_000

/** Returns when the token is accepted. The answer echoes the token, so it is never kept for inspection. */
export async function sayHello(api: Api, profile: ApiProfile, signal: AbortSignal): Promise<void> {
  const operation = profile.access === 'certificate' ? 'stareMesaj' : 'TestOauth'
  const read = { operation, url: helloOf(profile), maxBytes: MAX_ANSWER, isSecret: true }
  const { status, body, bytes } = await api.read(read, signal)
  if (body.kind === 'firewall') throw new RecipisaError('firewall', { operation, supportId: body.supportId })
  const isAnswered = status === 200 && !['html', 'maintenance', 'empty', 'cut-note'].includes(body.kind)
  const isEcho = profile.access === 'certificate' || decode(bytes).includes(NAME)
  if (!isAnswered || !isEcho) throw new RecipisaError('maintenance', { operation, status })
}
