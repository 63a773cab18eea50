import type { MethodSchema } from '../../shared/protocol/methods.ts'
import { overview } from '../../shared/protocol/overview.ts'
import { takeSchemasFrom } from './schemas.ts'

/** The methods that every page calls first. */
const FIRST: Readonly<Record<string, MethodSchema>> = overview

/** For pages: all but the first are loaded on use, while the host starts. */
export function loadSchemasOnUse(): void {
  takeSchemasFrom(async method => FIRST[method] ?? (await import('../../shared/protocol/methods.ts')).METHODS[method])
}
