import type { Pacer } from '../limits/pacer.ts'
import type { Profile } from '../profile/profile.ts'

export type HttpOptions = {
  profile: Profile
  pacer: Pacer
  /** Keeps an answer that nobody understood; returns its path (`archive.keepAside`). */
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  now: () => number
  random: () => number
}
