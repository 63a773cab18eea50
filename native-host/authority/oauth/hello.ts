import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Api } from './authorized-api.ts'

/** The address of TestOauth, which proves that a token is accepted and has no other effect. */
export const helloOf = ({ baseUrl }: Pick<Profile, 'baseUrl'>): string =>
  `${baseUrl}/TestOauth/jaxrs/hello?name=recipisa`

/** Largest answer that is read, bytes: it echoes the request's headers, and a token has 3 KB. */
const MAX_ANSWER = 1_000_000

/** Returns when the token is accepted. The answer echoes the token, so it is never kept for inspection. */
export async function sayHello(api: Api, profile: Pick<Profile, 'baseUrl'>, signal: AbortSignal): Promise<void> {
  const operation = 'TestOauth'
  const read = { operation, url: helloOf(profile), maxBytes: MAX_ANSWER, isSecret: true }
  const { status, body } = await api.read(read, signal)
  if (body.kind === 'firewall') throw new RecipisaError('firewall', { operation, supportId: body.supportId })
  const isAnswered = status === 200 && !['html', 'maintenance', 'empty', 'cut-note'].includes(body.kind)
  if (!isAnswered) throw new RecipisaError('maintenance', { operation, status })
}
