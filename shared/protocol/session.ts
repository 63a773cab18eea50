import * as v from 'valibot'
import { Moment, Nothing } from '../domain/values.ts'

/** Services behind the gateway whose cookies the host stores. */
export const SessionService = v.picklist(['spv', 'portal'])
export type SessionService = v.InferOutput<typeof SessionService>

/** A cookie as the browser's API describes it; a `domain` with a leading dot includes subdomains. */
export const SessionCookie = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  value: v.pipe(v.string(), v.maxLength(8192)),
  domain: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(1024)),
  secure: v.boolean(),
  httpOnly: v.boolean(),
  /** Null for a cookie of the browser's session. */
  expires: v.nullable(Moment),
})
export type SessionCookie = v.InferOutput<typeof SessionCookie>

export const SessionCookies = v.pipe(v.array(SessionCookie), v.minLength(1), v.maxLength(200))

/**
 * A gateway session as the host last knew it. `active`: its cookies were accepted at `lastUsedAt`; `expired`: the
 * gateway asked for the certificate again (G-04); `none`: there never was one, or it was deleted.
 */
export const ServiceSession = v.object({
  service: SessionService,
  state: v.picklist(['active', 'expired', 'none']),
  /** When its cookies came from the browser. */
  since: v.nullable(Moment),
  lastUsedAt: v.nullable(Moment),
  /** When the service ends it for inactivity, if documented (the portal's 10 minutes, G-10). */
  expiresAt: v.nullable(Moment),
  keptIn: v.picklist(['credential-store', 'owner-only-file']),
})
export type ServiceSession = v.InferOutput<typeof ServiceSession>

export const SessionStatus = v.object({ services: v.array(ServiceSession) })
export type SessionStatus = v.InferOutput<typeof SessionStatus>

const OfService = v.strictObject({ service: SessionService })

export const session = {
  /** A page of the service to open in a tab; on the way the gateway asks for the certificate (G-01). */
  'session.begin': { params: OfService, result: v.object({ url: v.string() }) },
  /** Takes over a browser's cookies, proves them with a call without a certificate (G-02), and stores them (G-08). */
  'session.import': {
    params: v.strictObject({
      service: SessionService,
      cookies: SessionCookies,
    }),
    result: SessionStatus,
  },
  /** The state known here, without any call. */
  'session.status': { params: Nothing, result: SessionStatus },
  /** Asks the service whether the session is still accepted. */
  'session.test': { params: OfService, result: SessionStatus },
  /** Ends the session at the gateway if reachable, and deletes its cookies in any case (G-11). */
  'session.forget': { params: OfService, result: SessionStatus },
}
