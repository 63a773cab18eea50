import type { Reason } from '../../shared/errors/reasons.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** The browsers' own words (not translated by them) when a host did not come up, each with its reason. */
const WORDS: readonly (readonly [RegExp, Reason])[] = [
  // Chromium: a policy (NativeMessagingAllowlist, NativeMessagingBlocklist). Precedes the others, which are broader.
  [/disabled by the system administrator/i, 'host-blocked'],
  // Chromium: the manifest's allowed_origins; Firefox: its allowed_extensions.
  [/host is forbidden|not have permission to use native application/i, 'host-refused'],
  [/failed to start native messaging host/i, 'host-not-startable'],
  // It started and ended, or wrote something other than frames, before its hello.
  [/host has exited|error when communicating/i, 'host-ends'],
]

/** Why a host ended before its hello, by the browser's message; `host-missing` if that names no other cause. */
export function startProblem(problem: string): RecipisaError {
  const [, reason] = WORDS.find(([words]) => words.test(problem)) ?? []
  return new RecipisaError(reason ?? 'host-missing', { problem })
}
