import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Clock } from '../clock.ts'

export type Limits = {
  /** Requests that the API answers within `windowMs`; further ones get 429. 1000 per minute on the real service. */
  requestsPerMinute: number
  windowMs: number
  /** Requests per second that the public host's registers take from all callers; 1 on the real service (P-10). */
  publicRequestsPerSecond: number
  /** `listaMesajeFactura` per day and CUI. */
  listPerDay: number
  /** `listaMesajePaginatieFactura` per day and CUI. */
  pagedListPerDay: number
  /** `descarcare` per day and message. */
  downloadsPerDay: number
  /** `stareMesaj` per day and upload index. */
  statusPerDay: number
  /** RASP files per day and CUI. */
  raspPerDay: number
  /** Largest file in bytes for `upload`, and for `validare` and `transformare`. */
  uploadBytes: number
  checkBytes: number
  /** Days that a message stays in the lists, from its indexing. */
  listDays: number
  /** Days that a message can be downloaded, from its processing: a different start from the list's (E-22). */
  downloadDays: number
}

export const DOCUMENTED_LIMITS: Limits = {
  requestsPerMinute: 1000,
  windowMs: 60_000,
  publicRequestsPerSecond: 1,
  listPerDay: 1500,
  pagedListPerDay: 100_000,
  downloadsPerDay: 10,
  statusPerDay: 100,
  raspPerDay: 1000,
  uploadBytes: 10 * 1024 * 1024,
  checkBytes: 5 * 1024 * 1024,
  listDays: 60,
  downloadDays: 60,
}

/** A sliding window over real, monotonic time: tests that move the authority's clock do not affect it. */
export type RequestLimit = {
  /** Seconds to wait; undefined if the request is within the limit. */
  take(): number | undefined
}

/** The room that a host leaves in a window for varying delays, ms (`JITTER` in native-host/limits/pace.ts). */
export const ROOM = 1201

/**
 * The limit to write into a profile, requests per minute. A shorter window needs as much room for delays as a whole minute,
 * so its rate is lower than the window's share of a minute. `room`, ms: a busy machine needs more than the host's own.
 */
export const toldRate = (
  { requestsPerMinute, windowMs }: Pick<Limits, 'requestsPerMinute' | 'windowMs'>,
  room = ROOM,
) => Math.floor((requestsPerMinute * (60_000 + ROOM)) / (windowMs + room))

export function createRequestLimit({ requestsPerMinute, windowMs }: Limits, monotonic: () => number): RequestLimit {
  let taken: number[] = []
  let first = 0
  return {
    take: () => {
      const now = monotonic()
      while (first < taken.length && now - (taken[first] ?? 0) >= windowMs) first += 1
      if (first > 4096) {
        taken = taken.slice(first)
        first = 0
      }
      if (taken.length - first >= requestsPerMinute)
        return Math.max(1, Math.ceil((windowMs - (now - (taken[first] ?? now))) / 1000))
      taken.push(now)
      return undefined
    },
  }
}

/** Counters that restart with each calendar day in Romania, by the authority's clock. */
export type DailyLimit = {
  /** Whether this request is still within `limit` for `key`; counts it if so. */
  take(key: string, limit: number): boolean
}

export function createDailyLimit(clock: Clock): DailyLimit {
  let day = ''
  const counts = new Map<string, number>()
  return {
    take: (key, limit) => {
      const today = romaniaDay(clock.now())
      if (today !== day) counts.clear()
      day = today
      const count = counts.get(key) ?? 0
      if (count >= limit) return false
      counts.set(key, count + 1)
      return true
    },
  }
}
