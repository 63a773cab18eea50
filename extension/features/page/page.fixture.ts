import { signal } from '@preact/signals'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { HostClient } from '../../host/client.ts'
import type { Page } from './page.ts'
import type { Sync } from './sync.ts'

/** A page for tests with the given host and overview; nothing changes by itself. */
export function pageInMemory(host: HostClient, overview: Partial<Overview> = {}): Page {
  return {
    host,
    overview: signal<Overview | undefined>({ ...SETTLED, ...overview }),
    failure: signal(undefined),
    refresh: async () => undefined,
    sync: syncAtRest(),
    mailSync: syncAtRest(),
    isCertificateChosen: signal(false),
    certificateVisit: signal(undefined),
    signIn: signal(undefined),
    intrusion: signal(null),
    spvVisit: signal(undefined),
    portalVisit: signal(undefined),
    round: signal(undefined),
    now: signal(0),
    changed: async () => undefined,
  }
}

function syncAtRest(): Sync {
  return {
    running: signal(false),
    progress: signal(null),
    error: signal(undefined),
    start: async () => undefined,
    stop: async () => undefined,
    attach: () => undefined,
  }
}

/** A finished set-up: signed in, one company, synced. */
export const SETTLED: Overview = {
  profile: {
    file: null,
    environment: 'prod',
    access: 'oauth',
    authUrl: '',
    baseUrl: '',
    clientId: 'a',
    redirectUri: 'https://localhost:8443/callback',
    hasClientSecret: true,
    keptIn: 'credential-store',
    archiveFolder: '',
  },
  auth: {
    state: 'connected',
    serial: null,
    previousSerial: null,
    clientAppId: null,
    roles: [],
    accessExpiresAt: null,
    refreshExpiresAt: null,
    signature: 'unchecked',
    keptIn: 'credential-store',
  },
  sessions: [],
  secretsError: null,
  companies: [
    {
      cui: '14399840',
      name: 'ACME SRL',
      rights: 'granted',
      addedAt: 1,
      syncedAt: 2,
      archived: 3,
      unread: 0,
      refused: 0,
      failed: 0,
      pending: 0,
    },
  ],
  unread: 0,
  refusedUnread: 0,
  syncedAt: 2,
  atRisk: { count: 0, firstLeavesAt: null },
  uploads: { open: 0, unknown: 0, refused: 0 },
  declarations: { open: 0, overdue: 0, refused: 0, today: 0 },
  mailbox: { unread: 0, openRequests: 0, offeredRights: 0, syncedAt: null, job: null },
  certificates: [],
  job: null,
}
