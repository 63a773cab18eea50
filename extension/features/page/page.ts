import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { onChanged, tellChanged } from '../../browser/messages.ts'
import type { SessionStore } from '../../browser/session-store.ts'
import { choiceStore } from '../../host/calls/choice.ts'
import type { HostClient } from '../../host/client.ts'
import { loadSchemasOnUse } from '../../host/page-schemas.ts'
import { connectNativeHost } from '../../host/port.ts'
import { loadLocale } from '../../locales/locale.ts'
import { allPhrases } from '../../locales/phrases.ts'
import {
  type ChoiceVisit,
  choiceVisitStore,
  intrusionStore,
  type Round,
  roundStore,
  type SessionVisit,
  type SignInVisit,
  sessionVisitStores,
  signInStore,
} from '../certificate-visit/stored-visits.ts'
import { readLastOverview, rememberOverview } from './last-overview.ts'
import { createOverview } from './overview.ts'
import { createSync, type Sync, waitsForSession } from './sync.ts'

/** The state and actions that every page of the extension shares; each page has its own port to the host. */
export type Page = {
  host: HostClient
  overview: ReadonlySignal<Overview | undefined>
  /** Why the last poll of the host failed; undefined after a successful one. */
  failure: ReadonlySignal<unknown>
  refresh(): Promise<void>
  /** The sync of e-invoices. */
  sync: Sync
  /** The sync of SPV messages. */
  mailSync: Sync
  /** Whether the certificate for calls to e-Factura was chosen in this session of the browser. */
  isCertificateChosen: ReadonlySignal<boolean>
  /** The page that asks for that certificate: in progress, or how it ended. */
  certificateVisit: ReadonlySignal<ChoiceVisit | undefined>
  signIn: ReadonlySignal<SignInVisit | undefined>
  /** A foreign page's attempt during the last sign-in. */
  intrusion: ReadonlySignal<ErrorBody | null>
  /** The certificate visits that begin gateway sessions, of the mailbox and of the declaration portal. */
  spvVisit: ReadonlySignal<SessionVisit | undefined>
  portalVisit: ReadonlySignal<SessionVisit | undefined>
  /** The latest sign-in to everything in use, step by step. */
  round: ReadonlySignal<Round | undefined>
  /** Epoch milliseconds, updated while the page is open, for "6 minutes ago". */
  now: ReadonlySignal<number>
  /** Call after a change at the host: this page, the other pages and the background poll again. */
  changed(): Promise<void>
}

/**
 * How often an open page looks by itself, in milliseconds: for what changes with the time, and during a sync, whose many
 * changes would move a list while it is read.
 */
const REFRESH_PERIOD = 30_000

/**
 * Connects a page to the host, the background and the clock. Call it once per page, before drawing. `showsLast`: it shows
 * the last known state at once, without details that a form would take for the host's.
 */
export async function startPage({ showsLast = false, phrases = allPhrases } = {}): Promise<Page> {
  loadSchemasOnUse()
  const host = connectNativeHost()
  const { overview, failure, refresh, showLast } = createOverview(host, found => {
    rememberOverview(found).catch(error => console.warn('recipisa:', error))
    sync.attach(found.job)
    mailSync.attach(found.mailbox.job)
    void follow()
  })
  const changed = async () => {
    await Promise.all([refresh(), tellChanged()])
  }
  let isFollowing = false
  /** Polls when others have changed something (another page, the command line, an office's seat). */
  const follow = async () => {
    if (isFollowing) return
    isFollowing = true
    const onProgress = () => {
      if (!sync.running.value && !mailSync.running.value) void refresh()
    }
    try {
      await host.request('archive.follow', {}, { onProgress })
    } catch {
      // The host has ended: the next poll says why, and restarts this.
    }
    isFollowing = false
  }
  const sync = createSync(host, 'invoices.sync', changed)
  const mailSync = createSync(host, 'mailbox.sync', changed)
  const isCertificateChosen = signal(false)
  const certificateVisit = signal<ChoiceVisit | undefined>()
  const signIn = signal<SignInVisit | undefined>()
  const intrusion = signal<ErrorBody | null>(null)
  const spvVisit = signal<SessionVisit | undefined>()
  const portalVisit = signal<SessionVisit | undefined>()
  const round = signal<Round | undefined>()
  const now = signal(Date.now())
  const look = () => {
    now.value = Date.now()
    void refresh()
  }

  // State and button follow at once when the session ends during a sync, or is back.
  let waited = false
  effect(() => {
    const waits = waitsForSession({ mailSync })
    if (waits !== waited) void refresh()
    waited = waits
  })
  const followVisit = <V extends SignInVisit | SessionVisit>(store: SessionStore<V>, shown: Signal<V | undefined>) =>
    store.watch(visit => {
      const ended = visit?.phase === 'done' && shown.value?.phase !== 'done'
      shown.value = visit
      if (ended) look()
    })
  const showRemembered = async () => {
    const last = await readLastOverview()
    if (last) showLast(last)
  }
  // All at once: a page is drawn when the slowest of them is here.
  await Promise.all([
    loadLocale(phrases),
    showsLast ? showRemembered() : undefined,
    choiceStore.watch(choice => {
      isCertificateChosen.value = (choice?.chosenAt ?? null) !== null
    }),
    choiceVisitStore.watch(visit => {
      certificateVisit.value = visit
    }),
    followVisit(signInStore, signIn),
    intrusionStore.watch(found => {
      intrusion.value = found?.error ?? null
    }),
    followVisit(sessionVisitStores.spv, spvVisit),
    followVisit(sessionVisitStores.portal, portalVisit),
    roundStore.watch(found => {
      round.value = found
    }),
  ])
  onChanged(look)
  setInterval(() => {
    if (document.visibilityState === 'visible') look()
  }, REFRESH_PERIOD)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
  look()
  return {
    host,
    overview,
    failure,
    refresh,
    sync,
    mailSync,
    isCertificateChosen,
    certificateVisit,
    signIn,
    intrusion,
    spvVisit,
    portalVisit,
    round,
    now,
    changed,
  }
}
