import type { MethodSchema } from '../../shared/protocol/methods.ts'
import { overview } from '../../shared/protocol/overview.ts'
import { takeSchemasFrom } from './schemas.ts'

/** At first only the method that every page calls first. */
const known: Record<string, MethodSchema> = { ...overview }

/**
 * For pages: all but the first are loaded on use, while the host starts. They are kept, because a browser answers no import
 * of a page that is being closed, and its last request would not be sent.
 */
export function loadSchemasOnUse(): void {
  takeSchemasFrom(
    async method =>
      known[method] ?? Object.assign(known, (await import('../../shared/protocol/methods.ts')).METHODS)[method],
  )
}
