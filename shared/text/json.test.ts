import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test('JSON of 500 levels is read, however many brackets its texts hold', () => {
  expect(JSON.stringify(parseJson(nested(500)))).toBe(nested(500))
  for (const text of ['['.repeat(600), `\\"${'{'.repeat(600)}`, `${'['.repeat(600)}\\\\`])
    expect(parseJson(`[{"a":"${text}","b":[]},${nested(100)}]`)).toBeTruthy()
  expect(parseJson(`[${'[{}],'.repeat(600)}1]`)).toHaveLength(601)
})

test('deeper JSON is refused before the parser sees it', () => {
  const deep = `{"a":"ș","b":[{${'"c":1,"b":[{'.repeat(20_000)}`
  for (const text of [nested(501), deep, `{"a":"\\\\",${nested(501)}`])
    expect(() => parseJson(text)).toThrow('The JSON has more than 500 levels.')
})

test('what is no JSON is a SyntaxError', () => {
  for (const text of ['', '{', '"', '"\\"', '{"a":"b"c"}', '}}[', 'undefined'])
    expect(() => parseJson(text)).toThrow(SyntaxError)
})
