import { auth } from '../../shared/protocol/auth.ts'
import { certificates } from '../../shared/protocol/certificates.ts'
import { declarations } from '../../shared/protocol/declarations.ts'
import { certificate } from '../../shared/protocol/fetch.ts'
import { documents } from '../../shared/protocol/invoices/documents.ts'
import type { Method, MethodSchema } from '../../shared/protocol/methods.ts'
import { notices } from '../../shared/protocol/notices.ts'
import { overview } from '../../shared/protocol/overview.ts'
import { profile } from '../../shared/protocol/profile.ts'
import { lookups } from '../../shared/protocol/registers/lookups.ts'
import { session } from '../../shared/protocol/session.ts'
import { today } from '../../shared/protocol/today.ts'

/** The methods that the background calls; it is one file, which cannot load a part of itself. */
export const BACKGROUND_SCHEMAS: Partial<Record<Method, MethodSchema>> = {
  ...auth,
  ...certificate,
  ...certificates,
  ...declarations,
  ...documents,
  ...lookups,
  ...notices,
  ...overview,
  ...profile,
  ...session,
  ...today,
}

export function backgroundSchema(method: Method): MethodSchema {
  const schema = BACKGROUND_SCHEMAS[method]
  if (!schema) throw new Error(`the background has no schema of ${method}`)
  return schema
}
