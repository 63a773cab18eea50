import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SELF = 'docs/references.test.ts'
/** The changelog also names files of its past. */
const ROOT_PAPERS = new Set(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'PROTOCOL.md', 'README.md', 'SECURITY.md'])

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: path => path.includes('node_modules') })
    .filter(file => file !== SELF)
    .map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

const code = read('{shared,native-host,extension,manifests,scripts,test}/**/*.{ts,tsx,mjs}')
const papers = read('{*.md,docs/**/*.md,test/**/*.md}')
const files = globSync('{shared,native-host,extension,manifests,scripts,test,docs}/**/*.{ts,tsx,mjs}', { cwd: ROOT })

/** Headings of a paper as GitHub's anchors: lower case, without marks, with hyphens. */
const anchorsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )

/** Whether a path, with a heading after `#` or without, leads anywhere. */
function leadsSomewhere(path: string): boolean {
  const [file = '', anchor] = path.split('#')
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

test('every page of docs/ that code cites exists', () => {
  const cited = code.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\p{L}\p{N}-]+)?/gu)].map(([path]) => ({ file, path })),
  )
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ path }) => !leadsSomewhere(join(ROOT, path)))).toEqual([])
})

test('every link between the papers leads somewhere', () => {
  const broken = papers.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
      .map(([, link = '']) => (link.startsWith('#') ? join(ROOT, file) + link : join(ROOT, dirname(file), link)))
      .filter(path => !leadsSomewhere(path))
      .map(path => `${file}: ${path.slice(ROOT.length)}`),
  )
  expect(broken).toEqual([])
})

test('every source file that the papers name exists', () => {
  const missing = papers
    .filter(({ file }) => file.startsWith('docs/') || ROOT_PAPERS.has(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter(name => !files.some(path => path === name || path.endsWith(`/${name}`)))
        .map(name => `${file}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('nothing cites a document, a rule or a decision by a number without a page', () => {
  const byNumber = /\bdocuments? [1-3]\b|\bdesign (?:rule|decision)s?\b|(?<!\[)\bdecisions? \d+\b(?!\]\()/i
  const citing = [...code, ...papers].flatMap(({ file, text }) => {
    const found = byNumber.exec(text)
    return found ? [`${file}: ${found[0]}`] : []
  })
  expect(citing).toEqual([])
})
