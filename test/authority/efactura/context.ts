import type { Issued } from '../certificates.ts'
import type { Clock } from '../clock.ts'
import type { Zips } from '../documents/zips.ts'
import type { Environment, World } from '../world/world.ts'
import type { DailyLimit, Limits } from './limits.ts'

/** Quirks of the real service that a client must live with. */
export type Habits = {
  /** `index_pagina_curenta` equals the total on every page. */
  wrongPageIndex: boolean
  /** The rejection of a future end quotes the moment of the request. */
  quoteRequestMoment: boolean
  listOrder: 'newest-first' | 'oldest-first'
}

export const SEEN_HABITS: Habits = { wrongPageIndex: true, quoteRequestMoment: true, listOrder: 'newest-first' }

/** The stages of an upload by the authority's clock. May be changed at run time. */
export type Pace = {
  /** Milliseconds from the upload until `in prelucrare` ends. */
  processingMs: number
  /** Milliseconds from then until the lists have the entries: up to about 15 minutes on the real service. */
  indexingMs: number
}

/** The dependencies of the API's operations. */
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

/** The caller, and the half of the service that it calls. */
export type Caller = { certificateSerial: string; environment: Environment }
