import { expect, test } from 'vitest'
import { METHODS, type Method } from '../../shared/protocol/methods.ts'
import { sourcesOf } from '../../test/support/entrypoint-sources.ts'
import { BACKGROUND_SCHEMAS } from './background-schemas.ts'

test('the background has the schema of each method that it asks', () => {
  const code = [...sourcesOf('background.ts')].filter(([path]) => path.includes('/extension/')).map(([, text]) => text)
  const asked = (Object.keys(METHODS) as Method[]).filter(method => code.some(text => text.includes(`'${method}'`)))
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter(method => !BACKGROUND_SCHEMAS[method])).toEqual([])
})
