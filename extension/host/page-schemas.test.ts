import { expect, test } from 'vitest'
import { METHODS } from '../../shared/protocol/methods.ts'
import { loadSchemasOnUse } from './page-schemas.ts'
import { schemaOf } from './schemas.ts'

test('once a page has loaded a schema it has all of them, without a further import', async () => {
  loadSchemasOnUse()
  await schemaOf('invoices.get')
  let found: unknown
  void Promise.resolve(schemaOf('books.mark')).then(schema => {
    found = schema
  })
  // What is here already takes a few turns of the promises; an import takes a task of its own.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  expect(found).toBe(METHODS['books.mark'])
})
