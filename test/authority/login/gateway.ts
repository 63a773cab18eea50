import { randomBytes, X509Certificate } from 'node:crypto'
import { type Answer, asGateway, type Exchange, html, type Reply, redirect, type Site } from '../http.ts'
import { parseCookies } from '../journal.ts'
import { loginWall, notFoundPage } from '../pages.ts'
import { askForCertificate } from './renegotiate.ts'
import type { Session, Sessions } from './sessions.ts'

export type GatewayOptions = {
  sessions: Sessions
  caPem: string
  /** Paths that the access policy lets through without a session. */
  open: Readonly<Record<string, (exchange: Exchange) => Answer | Promise<Answer>>>
  /** Paths behind the policy; `certificateSerial` belongs to the presented certificate. */
  guarded: Readonly<Record<string, (exchange: Exchange, certificateSerial: string) => Answer | Promise<Answer>>>
  /** A form that must be submitted before the certificate step, as on the portal. */
  logon?: LogonForm
}

export type LogonForm = {
  page: () => Reply
  /** Epoch milliseconds. */
  now: () => number
  /** How long the certificate step stays open after the form, milliseconds. */
  openMs: () => number
}

export type Gateway = Site & {
  /** Sends the next request of a session through /my.policy_nonce first. */
  revalidateNext(): void
  /** Ends every session: at once, or after this many more requests have reached a guarded path. */
  expireSessions(after?: number): void
}

/**
 * The access policy in front of a service (F5 APM): a visitor without a session is sent to /my.policy, shows a
 * certificate there in a renegotiation, and comes back over /my.policy_nonce. Each hop rewrites the cookies.
 */
export function createGateway({ sessions, caPem, open, guarded, logon }: GatewayOptions): Gateway {
  const issuer = new X509Certificate(caPem)
  let isRevalidationDue = false
  let lettingThrough = Number.POSITIVE_INFINITY

  const expire = () => {
    lettingThrough = Number.POSITIVE_INFINITY
    sessions.endAll()
  }

  const sendOverNonce = (session: Session): Answer => {
    session.nonce = randomBytes(8).toString('hex')
    return asGateway(redirect(`/my.policy_nonce?nonce=${session.nonce}`, sessions.rotate(session)))
  }

  /**
   * The form and its answer; undefined while the certificate step is open. A form that arrives twice was carried
   * across the redirect, and a late one has lost its state cookie: the connection is reset.
   */
  const beforeCertificate = (exchange: Exchange, session: Session): Answer | undefined => {
    if (!logon || session.certificateSerial !== undefined) return undefined
    if (exchange.method === 'POST') {
      const isForm = new URLSearchParams(exchange.body.toString()).get('vhost') === 'standard'
      if (!isForm || session.logonAt !== undefined) return 'reset'
      session.logonAt = logon.now()
      return asGateway(redirect('/my.policy', sessions.rotate(session)))
    }
    if (session.logonAt === undefined) return asGateway(logon.page())
    const isOpen = logon.now() - session.logonAt <= logon.openMs()
    return isOpen && parseCookies(exchange.headers.cookie).has('F5_ST') ? undefined : 'reset'
  }

  const policy = async (exchange: Exchange, session: Session): Promise<Answer> => {
    const before = beforeCertificate(exchange, session)
    if (before !== undefined) return before
    const certificate = await askForCertificate(exchange.socket)
    if (certificate === 'closed') return 'reset'
    if (certificate === undefined || !certificate.verify(issuer.publicKey)) {
      sessions.end(session)
      return asGateway(redirect('/vdesk/hangup.php3'))
    }
    session.certificateSerial = certificate.serialNumber.toUpperCase()
    return sendOverNonce(session)
  }

  const afterCertificate = (exchange: Exchange, session: Session): Answer => {
    if (session.nonce === undefined || exchange.query.get('nonce') !== session.nonce) {
      sessions.end(session)
      return asGateway(redirect('/vdesk/hangup.php3'))
    }
    session.nonce = undefined
    return asGateway(redirect(session.target, sessions.rotate(session)))
  }

  return {
    revalidateNext: () => {
      isRevalidationDue = true
    },
    expireSessions: (after = 0) => {
      lettingThrough = after
      if (after === 0) expire()
    },
    handle: async exchange => {
      const { path, target } = exchange
      const free = open[path]
      if (free) return free(exchange)
      if (path === '/favicon.ico') return notFoundPage()
      if (path === '/vdesk/hangup.php3') return asGateway(loginWall())
      const session = sessions.find(parseCookies(exchange.headers.cookie))
      if (path === '/exit') {
        if (session) sessions.end(session)
        return asGateway(redirect('/vdesk/hangup.php3'))
      }
      if (path === '/my.policy') return session ? policy(exchange, session) : asGateway(redirect('/vdesk/hangup.php3'))
      if (path === '/my.policy_nonce' && session) return afterCertificate(exchange, session)
      const serial = session?.nonce === undefined ? session?.certificateSerial : undefined
      if (session === undefined || serial === undefined) {
        if (session) sessions.end(session)
        return asGateway(redirect('/my.policy', sessions.start(target).cookies))
      }
      if (isRevalidationDue) {
        isRevalidationDue = false
        session.target = target
        return sendOverNonce(session)
      }
      if (lettingThrough-- <= 0) {
        expire()
        return asGateway(redirect('/my.policy', sessions.start(target).cookies))
      }
      const behind = guarded[path]
      const answer = behind ? await behind(exchange, serial) : html('<h1>Not Found</h1>', 404)
      if (answer === 'reset') return answer
      const own = answer.headers['Set-Cookie'] ?? []
      const cookies = [...(typeof own === 'string' ? [own] : own), ...sessions.rotate(session)]
      return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies } }
    },
  }
}
