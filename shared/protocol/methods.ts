import type * as v from 'valibot'
import { archive } from './archive.ts'
import { auth } from './auth.ts'
import { certificates } from './certificates.ts'
import { companies } from './companies.ts'
import { declarations } from './declarations.ts'
import { doctor } from './doctor.ts'
import { certificate } from './fetch.ts'
import { books } from './invoices/books.ts'
import { charts } from './invoices/charts.ts'
import { checks } from './invoices/checks.ts'
import { documents } from './invoices/documents.ts'
import { exportMethods } from './invoices/exports.ts'
import { invoices } from './invoices/invoices.ts'
import { ledgers } from './invoices/ledgers.ts'
import { jobs } from './jobs.ts'
import { limits } from './limits.ts'
import { mailbox } from './mailbox.ts'
import { notices } from './notices.ts'
import { office } from './office.ts'
import { overview } from './overview.ts'
import { profile } from './profile.ts'
import { batches } from './registers/batches.ts'
import { lookups } from './registers/lookups.ts'
import { requests } from './requests.ts'
import { schedule } from './schedule.ts'
import { session } from './session.ts'
import { today } from './today.ts'
import { uploads } from './uploads.ts'

/** The shapes of one method, which both sides use to validate messages. */
export type MethodSchema = {
  params: v.GenericSchema
  result: v.GenericSchema
  progress?: v.GenericSchema
}

/** Every method of the protocol. */
export const METHODS = {
  ...profile,
  ...auth,
  ...session,
  ...certificate,
  ...certificates,
  ...companies,
  ...invoices,
  ...charts,
  ...books,
  ...ledgers,
  ...documents,
  ...uploads,
  ...checks,
  ...limits,
  ...jobs,
  ...lookups,
  ...batches,
  ...exportMethods,
  ...mailbox,
  ...requests,
  ...notices,
  ...office,
  ...declarations,
  ...archive,
  ...overview,
  ...today,
  ...schedule,
  ...doctor,
} satisfies Record<string, MethodSchema>

export type Method = keyof typeof METHODS
/** The caller's params: optional fields may be absent. */
export type ParamsIn<M extends Method> = v.InferInput<(typeof METHODS)[M]['params']>
/** The handler's params, with defaults filled in. */
export type Params<M extends Method> = v.InferOutput<(typeof METHODS)[M]['params']>
export type ResultOf<M extends Method> = v.InferOutput<(typeof METHODS)[M]['result']>
export type ProgressOf<M extends Method> = (typeof METHODS)[M] extends { progress: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : never
