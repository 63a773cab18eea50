import { plant } from '../../planted/mark.ts'
import type { Clock } from '../clock.ts'

/** An access session of the gateway. Only the newest value of its MRHSession cookie identifies it. */
export type Session = {
  /** Path and query that the visitor requested. */
  target: string
  nonce: string | undefined
  /** Serial number of the certificate presented. */
  certificateSerial: string | undefined
  touchedAt: number
  /** When the logon form was sent, on a gateway with one. */
  logonAt?: number
}

export type Sessions = {
  start(target: string): { session: Session; cookies: string[] }
  find(cookies: ReadonlyMap<string, string>): Session | undefined
  /** New cookies; their earlier values are worthless from here on. */
  rotate(session: Session): string[]
  end(session: Session): void
  endAll(): void
}

const INACTIVITY_MS = 10 * 60_000

/** `inactivityMs`: how long a session lasts without a request, by the authority's clock. */
export function createSessions(clock: Clock, inactivityMs = (): number => INACTIVITY_MS): Sessions {
  const sessions = new Map<string, Session>()
  const drop = (session: Session) => {
    for (const [key, known] of sessions) if (known === session) sessions.delete(key)
  }
  const rotate = (session: Session): string[] => {
    drop(session)
    const key = plant('cookie')
    session.touchedAt = clock.now()
    sessions.set(key, session)
    const state = `1z1z1z${Math.floor(session.touchedAt / 1000)}z${inactivityMs() / 1000}`
    return [
      `LastMRH_Session=${key.slice(-8)};path=/;secure`,
      `MRHSession=${key};path=/;secure`,
      `F5_ST=${state};path=/;secure`,
    ]
  }
  return {
    start: target => {
      const session = { target, nonce: undefined, certificateSerial: undefined, touchedAt: clock.now() }
      return { session, cookies: rotate(session) }
    },
    find: cookies => {
      const session = sessions.get(cookies.get('MRHSession') ?? '')
      if (session === undefined || clock.now() - session.touchedAt <= inactivityMs()) return session
      drop(session)
      return undefined
    },
    rotate,
    end: drop,
    endAll: () => sessions.clear(),
  }
}
