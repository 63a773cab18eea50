import * as v from 'valibot'
import { ApiAccess } from '../domain/access.ts'
import { Environment, Nothing } from '../domain/values.ts'

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
  keptIn: v.picklist(['credential-store', 'owner-only-file']),
  /** Folder of the archived documents. */
  archiveFolder: v.string(),
})
export type ProfileSummary = v.InferOutput<typeof ProfileSummary>

export const profile = {
  'profile.get': { params: Nothing, result: ProfileSummary },
  /** Stores the OAuth application's data: ID and redirect URI in the profile file, the secret among the secrets. */
  'profile.configure': {
    params: v.strictObject({
      environment: v.optional(Environment),
      access: v.optional(ApiAccess),
      clientId: v.optional(v.pipe(v.string(), v.minLength(1))),
      redirectUri: v.optional(v.pipe(v.string(), v.minLength(1))),
      clientSecret: v.optional(v.pipe(v.string(), v.minLength(1))),
    }),
    result: ProfileSummary,
  },
}
