/**
 * Secrets in the system's credential store, or in a file that only its owner can read if there is none (H-09). Values are
 * opaque texts; `get` of an unknown name is undefined. One write replaces one value atomically.
 */
export type Secrets = {
  readonly keptIn: 'credential-store' | 'owner-only-file'
  get(name: SecretName): Promise<string | undefined>
  set(name: SecretName, value: string): Promise<void>
  delete(name: SecretName): Promise<void>
}

/**
 * `tokens`: the token pair as JSON; `client-secret`: the OAuth application's; `session-spv`, `session-portal`: cookies
 * of a service; `office`: the login of this machine's seat as JSON.
 */
export type SecretName = 'tokens' | 'client-secret' | 'session-spv' | 'session-portal' | 'office'
