import type { ChosenNode } from '../../../manifests/choose-node.ts'
import type { Direction, MessageKind, MessageState } from '../../../shared/domain/invoices.ts'
import type { Locale, Side } from '../../../shared/errors/codes.ts'
import type { VerifyResult } from '../../../shared/protocol/archive.ts'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import type { Job, JobKind, SyncProgress } from '../../../shared/protocol/jobs.ts'
import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { ENGLISH_LABELS } from './labels-en.ts'
import { ROMANIAN_LABELS } from './labels-ro.ts'

/** Labels of the command line; the sentences of errors are in shared/errors. */
export type Labels = {
  error: string
  side: string
  next: string
  sides: Record<Side, string>
  none: string
  yes: string
  no: string
  authStates: Record<AuthStatus['state'], string>
  keptIn: Record<AuthStatus['keptIn'], string>
  signatures: Record<AuthStatus['signature'], string>
  auth: Record<'state' | 'serial' | 'access' | 'refresh' | 'signature' | 'kept' | 'roles', string>
  otherCertificate: (now: string, before: string) => string
  forgotten: string
  sessionStates: Record<ServiceSession['state'], string>
  session: Record<'service' | 'state' | 'since' | 'lastUsed' | 'expires' | 'kept', string>
  sessionForgotten: string
  /** Advice for places without the extension's button. */
  sessionByCommand: string
  rights: Record<Company['rights'], string>
  companies: Record<'cui' | 'name' | 'rights' | 'synced' | 'archived' | 'unread' | 'empty', string>
  added: (cui: string) => string
  removed: (cui: string) => string
  notOnList: (cui: string) => string
  phases: Record<SyncProgress['phase'], string>
  pausedUntil: (when: string) => string
  sync: Record<'cui' | 'listed' | 'downloaded' | 'expired' | 'failed' | 'total' | 'folder' | 'noCompanies', string>
  invoices: Record<'date' | 'kind' | 'number' | 'partner' | 'amount' | 'state' | 'id' | 'empty', string>
  shown: (shown: number, total: number) => string
  exported: (count: number, total: number, path: string) => string
  kinds: Record<MessageKind, string>
  bothDirections: Record<Exclude<Direction, 'sent' | 'received'>, string>
  states: Record<MessageState | 'undescribed', string>
  saved: (path: string) => string
  verified: (checked: number) => string
  damaged: (count: number) => string
  problems: Record<VerifyResult['problems'][number]['problem'], string>
  rebuilt: (indexed: number) => string
  keptDatabase: (path: string) => string
  keptJournal: (lines: string, path: string) => string
  jobStates: Record<Job['state'], string>
  jobKinds: Record<JobKind, string>
  jobs: Record<'id' | 'kind' | 'state' | 'started' | 'ended' | 'progress' | 'empty', string>
  noJob: string
  profile: Record<
    | 'file'
    | 'environment'
    | 'access'
    | 'auth'
    | 'base'
    | 'client'
    | 'secret'
    | 'redirect'
    | 'kept'
    | 'folder'
    | 'builtIn',
    string
  >
  host: Record<'installed' | 'uninstalled' | 'wasNotInstalled' | 'unscheduled' | 'secretsDeleted', string> & {
    startsWith: (node: ChosenNode) => string
  }
}

export const LABELS: Record<Locale, Labels> = { ro: ROMANIAN_LABELS, en: ENGLISH_LABELS }
