import type { Command } from 'commander'
import type { Act, Say } from './command.ts'

/** Adds the commands of an area. */
type AddCommands = (area: Command, act: Act, say: Say) => void

type Area = { readonly name: string; readonly description: string; readonly load: () => Promise<AddCommands> }

/** The areas of the command line in the order of its help. An area's dependencies are loaded when the area is named. */
export const AREAS: readonly Area[] = [
  {
    name: 'auth',
    description: 'authorization of the e-Factura service',
    load: async () => (await import('../session/auth.ts')).addAuth,
  },
  {
    name: 'session',
    description: 'sessions of the services behind the certificate',
    load: async () => (await import('../session/session.ts')).addSession,
  },
  {
    name: 'certificates',
    description: 'certificates on your tokens: whose, until when, for which companies',
    load: async () => (await import('../certificates/certificates.ts')).addCertificates,
  },
  {
    name: 'companies',
    description: 'companies on your list, and any company in the public registers',
    load: async () => (await import('./companies.ts')).addCompanies,
  },
  {
    name: 'invoices',
    description: 'e-invoices: sync, list, get, upload, check',
    load: async () => (await import('../invoices/invoices.ts')).addInvoices,
  },
  {
    name: 'uploads',
    description: 'uploads and their outcomes',
    load: async () => (await import('../uploads/uploads.ts')).addUploads,
  },
  {
    name: 'declarations',
    description: 'tax declarations: submit, follow, receipts',
    load: async () => (await import('../declarations/declarations.ts')).addDeclarations,
  },
  {
    name: 'mailbox',
    description: 'messages of SPV: sync, list, get, request',
    load: async () => (await import('../mailbox/mailbox.ts')).addMailbox,
  },
  {
    name: 'today',
    description: 'dates that must not be missed, each with its rule',
    load: async () => (await import('../today/today.ts')).addToday,
  },
  {
    name: 'limits',
    description: "ANAF's daily limits",
    load: async () => (await import('./limits.ts')).addLimits,
  },
  {
    name: 'archive',
    description: 'the documents on disk and their index',
    load: async () => (await import('./archive.ts')).addArchive,
  },
  {
    name: 'profile',
    description: 'endpoints and OAuth application',
    load: async () => (await import('./profile.ts')).addProfile,
  },
  {
    name: 'jobs',
    description: 'syncs, whichever process runs them',
    load: async () => (await import('./jobs.ts')).addJobs,
  },
  {
    name: 'host',
    description: 'this program in the browsers of this computer',
    load: async () => (await import('../host/host.ts')).addHost,
  },
  {
    name: 'schedule',
    description: 'syncs and checks by the clock, without a browser',
    load: async () => (await import('../schedule/schedule.ts')).addSchedule,
  },
  {
    name: 'office',
    description: 'several seats, one archive, on PostgreSQL',
    load: async () => (await import('../office/office.ts')).addOffice,
  },
  {
    name: 'completion',
    description: 'completion of these commands in your shell',
    load: async () => (await import('../completion/completion.ts')).addCompletion,
  },
]
