import type { Profile } from '../profile/profile.ts'
import { explainAnswer } from './explain.ts'
import { fold } from './fold.ts'
import type { Gateway, GatewayCookies } from './gateway.ts'
import type { Http, HttpAnswer } from './http.ts'

/** The mailbox services (document 3). */
export type Spv = {
  /** Returns when the list is answered with these cookies alone (G-02); else throws why not. */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  /** Ends the session with the gateway (G-11). */
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

/** A list of all messages of many companies, with room. */
const MAX_LIST = 64 * 1024 * 1024

/** The shortest list there is: what a browser opens to get a session, and what proves one. */
export const helloUrl = ({ spvUrl }: Pick<Profile, 'spvUrl'>): string => `${spvUrl}/listaMesaje?zile=1`

export function createSpv(http: Http, gateway: Gateway, profile: Pick<Profile, 'spvUrl'>): Spv {
  return {
    exit: gateway.exit,
    async hello(cookies, signal) {
      const operation = 'listaMesaje'
      const answer = await gateway.read({ operation, url: helloUrl(profile), maxBytes: MAX_LIST }, cookies, signal)
      if (!isMessageList(answer)) throw await explainAnswer(http, operation, answer)
    },
  }
}

/** The list or the service's note about it: both come from behind the gateway. */
function isMessageList({ status, body }: HttpAnswer): boolean {
  if (status !== 200) return false
  if (body.kind === 'note') return isTitle(body.title)
  return body.kind === 'json' && typeof body.value === 'object' && body.value !== null && 'titlu' in body.value
    ? isTitle(body.value.titlu)
    : false
}

const isTitle = (title: unknown): boolean => typeof title === 'string' && fold(title).startsWith('lista mesaje')
