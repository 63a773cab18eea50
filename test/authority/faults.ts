import { type Hostile, hostile } from './documents/hostile.ts'
import type { Exchange, Reply } from './http.ts'
import { json, redirect, reply } from './http.ts'
import { firewallPage, loginWall, maintenancePage } from './pages.ts'
import type { NewDocument } from './world/world.ts'

/** A failure to inject. `handled`: the service does its work before its answer is lost or replaced. */
export type Effect =
  /** The right answer, delayed by `ms`. */
  | { kind: 'delay'; ms: number }
  /** The right answer, once `until` is over: see `Faults.hold`. */
  | { kind: 'hold'; until: Promise<unknown> }
  /** No answer at all; the connection stays open until the client or the authority ends it. */
  | { kind: 'hang'; handled?: boolean }
  /** The connection is reset before the first byte of an answer. */
  | { kind: 'reset'; handled?: boolean }
  /** The connection is reset after `bytes` of the request's body (1 when absent); the request never reaches the service. */
  | { kind: 'reset-in-request'; bytes?: number }
  /** Head and `bytes` of the right body (half of it when absent), then a reset. */
  | { kind: 'reset-in-body'; bytes?: number }
  /** The same, but closed cleanly: Content-Length promises more than arrives, or the last chunk is missing. */
  | { kind: 'truncate'; bytes?: number }
  /**
   * Head and the whole body (or its first `bytes`), then the connection ends without TLS's close_notify, as a gateway's.
   * `withoutLength`: only that end marks the end of the body.
   */
  | { kind: 'no-close-notify'; bytes?: number; withoutLength?: boolean }
  /** Head and `bytes` of the right body (half of it when absent), then nothing; the connection stays open. */
  | { kind: 'stall'; bytes?: number }
  /** The right answer, one byte every `everyMs`: from its first line on, or from its body's first byte. */
  | { kind: 'trickle'; everyMs: number; from: 'head' | 'body' }
  | {
      kind: 'status'
      status: number
      retryAfterSeconds?: number
      /** The same as a date, this many seconds after the answer. */
      retryAfterDateSeconds?: number
      /** Added to the usual ones, as given. */
      headers?: Readonly<Record<string, string>>
      body?: string
      contentType?: string
      handled?: boolean
    }
  /**
   * The first `bytes` of the right body (half of it when absent), as it ends when something on the way cuts it: `cleanly` as if that were all;
   * `with-connection` in HTTP/1.0 without a length, ended by the connection in an orderly way.
   */
  | { kind: 'cut'; bytes?: number; ends: 'cleanly' | 'with-connection' }
  | { kind: 'page'; page: 'maintenance' | 'maintenance-503' | 'firewall' | 'login-wall'; handled?: boolean }
  /** The first half of such a page, in HTTP/1.0 without a length. */
  | { kind: 'cut-page'; page: 'maintenance' | 'firewall' | 'login-wall'; handled?: boolean }
  /** The right body under another Content-Type. */
  | { kind: 'content-type'; value: string }
  /** A 302 to somewhere else. */
  | { kind: 'redirect'; location: string; handled?: boolean }
  | { kind: 'body'; body: string; contentType?: string; status?: number; handled?: boolean }
  /** The right body with something appended: a stray brace makes JSON malformed, bytes follow a ZIP. */
  | { kind: 'append'; text: string }
  /** An answer that a client must survive: see `documents/hostile.ts`. */
  | { kind: 'hostile'; what: Hostile }
  /** The right answer; afterwards the world gains documents or loses messages, so that pages shift. */
  | { kind: 'then'; add?: NewDocument[]; remove?: string[] }

export type FaultRule = {
  match: {
    host?: string
    method?: string
    /** The path's end, or an expression for the whole path. */
    path?: string | RegExp
    query?: Readonly<Record<string, string>>
  }
  /** The first matching request to strike, counted from 1 (the default). */
  nth?: number
  /** How many requests to strike: one when absent, every one for `'always'`. */
  times?: number | 'always'
  effect: Effect
}

export type Fault = { readonly rule: FaultRule; readonly struck: number; remove(): void }

/** Requests that are held before their answers. */
export type Hold = {
  /** Resolves when this many requests wait, one when absent. */
  reached(count?: number): Promise<void>
  /** Releases their answers, and holds no further ones. */
  release(): void
}

export type Faults = {
  add(rule: FaultRule): Fault
  /**
   * Holds every request that the rule strikes, without `times` every one from `nth` on: whatever a test does meanwhile
   * happens in the middle of the work, however slow or fast the machine is.
   */
  hold(rule: Omit<FaultRule, 'effect'>): Hold
  clear(): void
  /** The first rule that strikes this request; every matching rule counts it. */
  take(exchange: Pick<Exchange, 'host' | 'method' | 'path' | 'query'>): Effect | undefined
}

type RuleState = { rule: FaultRule; seen: number; struck: number; onStrike?: () => void }

export function createFaults(): Faults {
  const rules = new Set<RuleState>()
  return {
    add: rule => {
      const state: RuleState = { rule, seen: 0, struck: 0 }
      rules.add(state)
      return {
        rule,
        get struck() {
          return state.struck
        },
        remove: () => void rules.delete(state),
      }
    },
    hold: rule => {
      const released = Promise.withResolvers<void>()
      const watchers = new Set<() => void>()
      const state: RuleState = {
        rule: { times: 'always', ...rule, effect: { kind: 'hold', until: released.promise } },
        seen: 0,
        struck: 0,
        onStrike: () => {
          for (const watcher of watchers) watcher()
        },
      }
      rules.add(state)
      return {
        reached: (count = 1) =>
          new Promise(resolve => {
            const look = () => {
              if (state.struck < count) return
              watchers.delete(look)
              resolve()
            }
            watchers.add(look)
            look()
          }),
        release: () => {
          rules.delete(state)
          released.resolve()
        },
      }
    },
    clear: () => rules.clear(),
    take: exchange => {
      let effect: Effect | undefined
      for (const state of rules) {
        if (!matches(state.rule, exchange)) continue
        state.seen += 1
        const { nth = 1, times = 1 } = state.rule
        const strikes = state.seen >= nth && (times === 'always' || state.struck < times)
        if (effect !== undefined || !strikes) continue
        state.struck += 1
        effect = state.rule.effect
        state.onStrike?.()
      }
      return effect
    },
  }
}

/** The answer that replaces the service's own at this moment of its clock; undefined if the effect needs the service's. */
export function replacement(effect: Effect, now: number): Reply | undefined {
  if (effect.kind === 'status') {
    const contentType = effect.contentType ?? 'application/json'
    const answer =
      effect.body === undefined
        ? json({ status: effect.status }, effect.status)
        : reply(effect.status, contentType, effect.body)
    return { ...answer, headers: { ...answer.headers, ...retryAfterOf(effect, now), ...effect.headers } }
  }
  if (effect.kind === 'body') return reply(effect.status ?? 200, effect.contentType ?? 'application/json', effect.body)
  if (effect.kind === 'redirect') return redirect(effect.location)
  if (effect.kind === 'page') return pageOf(effect.page)
  return effect.kind === 'cut-page' ? halfOf(pageOf(effect.page)) : undefined
}

function retryAfterOf(
  { retryAfterSeconds, retryAfterDateSeconds }: Extract<Effect, { kind: 'status' }>,
  now: number,
): Record<string, string> {
  if (retryAfterDateSeconds !== undefined)
    return { 'Retry-After': new Date(now + retryAfterDateSeconds * 1000).toUTCString() }
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
}

function pageOf(page: Extract<Effect, { kind: 'page' }>['page']): Reply {
  if (page === 'firewall') return firewallPage('11534217834765219876')
  if (page === 'login-wall') return loginWall()
  return maintenancePage(page === 'maintenance' ? 200 : 503)
}

const halfOf = (answer: Reply): Reply => ({ ...answer, body: answer.body.subarray(0, halfLength(answer.body)) })

/** The length that is sent when the fault names no number of bytes. */
export const halfLength = ({ length }: Buffer): number => Math.floor(length / 2)

/** The service's own answer as the effect changes it. */
export function alter(effect: Effect, answer: Reply): Reply {
  if (effect.kind === 'content-type') return { ...answer, headers: { ...answer.headers, 'Content-Type': effect.value } }
  if (effect.kind === 'cut')
    return { ...answer, body: answer.body.subarray(0, effect.bytes ?? halfLength(answer.body)) }
  if (effect.kind === 'hostile') return hostile(effect.what, answer)
  if (effect.kind === 'append') return { ...answer, body: Buffer.concat([answer.body, Buffer.from(effect.text)]) }
  return answer
}

function matches({ match }: FaultRule, exchange: Pick<Exchange, 'host' | 'method' | 'path' | 'query'>): boolean {
  const { path } = match
  return (
    (match.host === undefined || match.host === exchange.host) &&
    (match.method === undefined || match.method === exchange.method) &&
    (path === undefined || (typeof path === 'string' ? exchange.path.endsWith(path) : path.test(exchange.path))) &&
    Object.entries(match.query ?? {}).every(([name, value]) => exchange.query.get(name) === value)
  )
}
