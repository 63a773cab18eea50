import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Checks every import of the shipped code against the table of ARCHITECTURE.md. */
const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Rule = { rooms: readonly string[]; mayImport: readonly string[]; never: readonly string[] }
type Import = { from: string; to: string; isFile: boolean }

const rules = readRules(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'))
const imports = ['shared', 'native-host', 'extension', 'manifests']
  .flatMap(folder => sources(join(ROOT, folder)))
  .flatMap(importsOf)

test('every import between rooms is one that ARCHITECTURE.md allows', () => {
  expect(imports.length).toBeGreaterThan(2000)
  expect(imports.flatMap(problemOf)).toEqual([])
})

test('every allowed import is made somewhere: a row that nobody uses is taken out', () => {
  const used = new Set(imports.flatMap(({ from, to, isFile }) => (isFile ? [`${roomOf(from)} → ${roomOf(to)}`] : [])))
  const unused = rules.flatMap(({ rooms, mayImport }) =>
    mayImport
      .filter(other => ![...used].some(edge => rooms.some(room => matches(edge, room, other))))
      .map(other => `${rooms.join(', ')} → ${other}`),
  )
  expect(unused).toEqual([])
})

test('no rooms import each other in a circle', () => {
  const edges = new Map<string, Set<string>>()
  for (const { from, to, isFile } of imports) {
    const [a, b] = [roomOf(from), roomOf(to)]
    if (isFile && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  expect(circleIn(edges)).toEqual([])
})

/** The rows of the table under "Who may import whom": room, rooms that it may import, modules that it never imports. */
function readRules(text: string): Rule[] {
  const [, table = ''] = text.split('## Who may import whom')
  const [section = ''] = table.split(/^## /m)
  const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return section
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').slice(1, 4))
    .map(([rooms, mayImport, never]) => ({ rooms: names(rooms), mayImport: names(mayImport), never: names(never) }))
}

/** The room of the table that a file stands in: the longest one that its path begins with. */
function roomOf(path: string): string {
  const rooms = rules.flatMap(rule => rule.rooms).filter(room => isWithin(path, room))
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? `no room (${path})`
}

function isWithin(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`)
}

function matches(edge: string, room: string, other: string): boolean {
  const [from = '', to = ''] = edge.split(' → ')
  return from === room && isWithin(to, other)
}

function problemOf({ from, to, isFile }: Import): string[] {
  const room = roomOf(from)
  const rule = rules.find(({ rooms }) => rooms.includes(room))
  if (!rule) return [`${from} stands in no room`]
  if (!isFile) return rule.never.some(name => to.startsWith(name)) ? [`${from} imports ${to}`] : []
  const other = roomOf(to)
  return other === room || rule.mayImport.some(allowed => isWithin(other, allowed)) ? [] : [`${from} imports ${to}`]
}

/** A circle of rooms, from one of them back to itself; empty where there is none. */
function circleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const visit = (room: string, way: readonly string[]): string[] => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room]
    if (done.has(room)) return []
    done.add(room)
    for (const next of edges.get(room) ?? []) {
      const circle = visit(next, [...way, room])
      if (circle.length > 0) return circle
    }
    return []
  }
  for (const room of edges.keys()) {
    const circle = visit(room, [])
    if (circle.length > 0) return circle
  }
  return []
}

/** Files that are shipped: neither tests nor what only tests use. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/(\.test|\.fixture)\.tsx?$/.test(name))
    .map(name => relative(ROOT, join(folder, name)))
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.')
      ? { from, to: relative(ROOT, join(ROOT, dirname(from), name)), isFile: true }
      : { from, to: name, isFile: false },
  )
}
