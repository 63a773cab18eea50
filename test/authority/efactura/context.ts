import type { Issued } from '../certificates.ts'
import type { Clock } from '../clock.ts'
import type { Zips } from '../documents/zips.ts'
import type { Environment, World } from '../world/world.ts'
import type { DailyLimit, Limits } from './limits.ts'

/** Oddities that were seen on the real service, and that a client must live with. */
export type Habits = {
  /** `index_pagina_curenta` equals the total on every page. */
  wrongPageIndex: boolean
  /** The rejection of a future end names the moment of the request. */
  quoteRequestMoment: boolean
  listOrder: 'newest-first' | 'oldest-first'
}

export const SEEN_HABITS: Habits = { wrongPageIndex: true, quoteRequestMoment: true, listOrder: 'newest-first' }

/** What an upload goes through by the authority's clock. It may be changed while the authority runs. */
export type Pace = {
  /** Milliseconds from the upload until `in prelucrare` ends. */
  processingMs: number
  /** And from there until the lists have the entries: up to about 15 minutes on the real service. */
  indexingMs: number
}

/** What the operations of the API work with. */
export type ApiContext = {
  world: World
  clock: Clock
  zips: Zips
  limits: Limits
  daily: DailyLimit
  habits: Habits
  pace: Pace
  ministry: Issued
}

/** Who asks, and of which half of the service. */
export type Caller = { certificateSerial: string; environment: Environment }
