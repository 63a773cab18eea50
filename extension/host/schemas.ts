import type { Method, MethodSchema } from '../../shared/protocol/methods.ts'

/** The shapes of a method's answers, by which they are validated. */
export type SchemaSource = (method: Method) => MethodSchema | Promise<MethodSchema>

let source: SchemaSource

/** Says where the schemas come from. Each script calls it once, before it asks the host. */
export function takeSchemasFrom(its: SchemaSource): void {
  source = its
}

export const schemaOf: SchemaSource = method => source(method)
