import * as v from 'valibot'
import { ApiAccess } from '../domain/access.ts'
import { Environment, Nothing } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

/** The endpoints in use, without any secret. */
export const ProfileSummary = v.object({
  /** Path of the profile file; null for the built-in production profile. */
  file: v.nullable(v.string()),
  environment: Environment,
  /** A host older than this field knows only tokens. */
  access: v.optional(ApiAccess, 'oauth'),
  authUrl: v.string(),
  baseUrl: v.string(),
  clientId: v.nullable(v.string()),
  redirectUri: v.nullable(v.string()),
  hasClientSecret: v.boolean(),
  /** Why the secrets could not be read; then no secret is told as missing. */
  secretsError: v.optional(ErrorBody),
  keptIn: v.picklist(['credential-store', 'owner-only-file']),
  /** Folder of the archived documents. */
  archiveFolder: v.string(),
})
export type ProfileSummary = v.InferOutput<typeof ProfileSummary>

/** A field of the OAuth application; a portal's values have less than 100 characters. */
const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000))

export const profile = {
  'profile.get': { params: Nothing, result: ProfileSummary },
  /** Stores the OAuth application's data: ID and redirect URI in the profile file, the secret among the secrets. */
  'profile.configure': {
    params: v.strictObject({
      environment: v.optional(Environment),
      access: v.optional(ApiAccess),
      clientId: v.optional(Text),
      redirectUri: v.optional(Text),
      clientSecret: v.optional(Text),
    }),
    result: ProfileSummary,
  },
}
