import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { checkRedirectUri } from '../sign-in/redirect.ts'

/** The locale key of the problem with a typed redirect URI; undefined when it is valid. */
export function redirectProblem(
  redirectUri: string,
): 'field-required' | 'redirect-not-https' | 'redirect-not-localhost' | undefined {
  if (redirectUri.trim() === '') return 'field-required'
  try {
    checkRedirectUri(redirectUri.trim())
    return undefined
  } catch (error) {
    if (!(error instanceof RecipisaError)) throw error
    return error.reason === 'redirect-not-https' ? 'redirect-not-https' : 'redirect-not-localhost'
  }
}
