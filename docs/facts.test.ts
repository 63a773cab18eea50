import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = '{shared,native-host,extension,manifests,scripts,test}'
const ID = /\b[AEPGSDUHW]-\d{2}\b/g

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map(file => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }))

/** Ids that begin a row of the tables in these files. */
const rowsOf = (pattern: string) =>
  read(pattern).flatMap(({ text }) => [...text.matchAll(/^\| ([A-Z]-\d{2}) \|/gm)].map(([, id]) => id ?? ''))

/** Ids in titles of tests: the first argument of test(…) and describe(…). */
const titles = (text: string) =>
  [...text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , title]) => title ?? '',
  )

const facts = rowsOf('docs/{authority/*,product}.md')
const untested = rowsOf('docs/untested.md')
const sources = read(`{${ROOMS}/**/*.{ts,tsx,mjs},*.md}`)
const named = new Set(
  sources
    .filter(({ file }) => /\.test\.tsx?$/.test(file))
    .flatMap(({ text }) => titles(text).flatMap(title => title.match(ID) ?? [])),
)

test('every id that code, tests or papers cite has a row of its own', () => {
  expect(facts.filter((id, at) => facts.indexOf(id) !== at)).toEqual([])
  // In a comment, a title or a paper; what stands in quotes as data is none.
  const strange = sources.flatMap(({ file, text }) =>
    (text.replace(/"[A-Z]-\d{2}"/g, '').match(ID) ?? []).filter(id => !facts.includes(id)).map(id => `${file}: ${id}`),
  )
  expect(strange).toEqual([])
})

test('every row is named by a test, or said to be untested, and not both', () => {
  expect(facts.filter(id => !named.has(id) && !untested.includes(id))).toEqual([])
  expect(untested.filter(id => named.has(id) || !facts.includes(id))).toEqual([])
})
