import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METHODS } from '../../shared/protocol/methods.ts'
import { removeFolder } from '../planted/look.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { BOUNDED } from './expressions/bounded.ts'
import { type Expression, findExpressions } from './expressions/find-expressions.ts'
import { growthOf, mostTimeOf } from './expressions/growth.ts'
import { cuts, strange, streams } from './frames/streams.ts'
import { tryNoise, tryStream } from './frames/try-frames.ts'
import { createHosts } from './frames/try-host.ts'
import { tryHostileDownloads } from './hostile/try-hostile.ts'
import { KEPT_CASES } from './kept-cases.ts'
import { type HostInProcess, openHost } from './methods/host-in-process.ts'
import { odds, valueFor, withOdds } from './methods/params.ts'
import { tryMethod } from './methods/try-method.ts'
import { ANSWER_PARSERS } from './parsers/answers.ts'
import { FILE_PARSERS, TABLE_PARSERS } from './parsers/files.ts'
import type { Parser } from './parsers/parser.ts'
import { tryParser, tryWaitingParser } from './parsers/try-parser.ts'
import { COOKIE_PARSERS, WORD_PARSERS } from './parsers/words.ts'
import { count, tallied, tryCases } from './support/cases.ts'
import { cases, jsonCases } from './support/changes.ts'

const STREAMS = { short: 500, long: 12_000 }
const NOISE = { short: 900, long: 20_000 }
const EACH = { short: 35, long: 900 }
const casesFor = ({ samples }: Parser) => (samples[0]?.startsWith('{') ? jsonCases : cases)
const parsers = [...ANSWER_PARSERS, ...WORD_PARSERS, ...FILE_PARSERS]

const began = performance.now()
afterAll(() => {
  recordPart({
    part: 'fuzz',
    promise: 'Whatever comes is answered, or refused in the contract’s words',
    ids: ['H-02', 'H-03', 'H-12'],
    unit: 'cases',
    ...tallied(),
    seconds: Math.round((performance.now() - began) / 1000),
  })
})

describe('H-03 no malformed frame ends or stops the host', () => {
  test('each frame is read for what it is, wherever the stream is cut', () =>
    tryCases(STREAMS, fc.tuple(streams, cuts), ([pieces, places]) => tryStream(pieces, places)))
  test('noise is no message, and nothing waits for it', () =>
    tryCases(NOISE, fc.tuple(fc.uint8Array({ maxLength: 300 }), cuts), ([bytes, places]) => tryNoise(bytes, places)))

  describe('a real host answers the next request', () => {
    let folder: string
    let hosts: ReturnType<typeof createHosts>
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'recipisa-fuzz-host-'))
      hosts = createHosts({ RECIPISA_DATA_DIR: join(folder, 'data') })
    })
    afterAll(async () => {
      await hosts.close()
      removeFolder(folder)
    })
    test('behind frames that are none', () =>
      tryCases({ short: 8, long: 300 }, fc.tuple(streams, cuts), ([pieces, places]) => hosts.try(pieces, places)))
    test('H-02 behind messages that are no requests', () =>
      tryCases({ short: 30, long: 600 }, fc.array(strange, { minLength: 1, maxLength: 5 }), messages =>
        hosts.say(messages),
      ))
  })
})

describe('H-12 a reader gives a value or a documented error, within 100 ms of the event loop and 200 MB', () => {
  test.each(parsers)('$name', parser => tryCases(EACH, casesFor(parser), one => tryParser(parser, one)))
  test.each([...TABLE_PARSERS, ...COOKIE_PARSERS])('$name', parser =>
    tryCases(EACH, cases, one => tryWaitingParser(parser, one)),
  )
})

test.each(KEPT_CASES)('H-12 what once broke a reader does so no longer: $parser', async one => {
  const parser = parsers.find(({ name }) => name === one.parser)
  if (!parser) throw new Error(`There is no reader ${one.parser}.`)
  await tryParser(parser, one)
  count(1)
})

test('H-12 hostile downloads are kept byte for byte or aside, read as far as possible, and the host goes on', async () => {
  count(await tryHostileDownloads())
})

describe('H-12 no expression takes time that grows faster than the text', () => {
  const most = IS_LONG ? { befores: 12, units: 40, afters: 3 } : { befores: 6, units: 20, afters: 2 }
  const expressions = new Map(findExpressions().map(one => [`${one.where} /${one.source}/${one.flags}`, one]))
  const isBounded = (one: Expression) =>
    BOUNDED.find(({ file, expression }) => file === one.file && expression.test(one.source))

  test('as measured on texts made from each of them', () => {
    expect(expressions.size).toBeGreaterThan(400)
    const found = [...expressions].flatMap(([name, one]) => {
      const growth = growthOf(one, most)
      count(1, growth && !isBounded(one) ? 1 : 0)
      return growth && !isBounded(one) ? [`${name} ${JSON.stringify(growth)}`] : []
    })
    expect(found).toEqual([])
  })

  test('those that may are quick on the longest text that they ever get', () => {
    for (const one of expressions.values()) {
      const bounded = isBounded(one)
      if (bounded) expect(mostTimeOf(one, bounded.most, most), one.where).toBeLessThan(20)
    }
    for (const { by } of BOUNDED) expect(parsers.map(({ name }) => name)).toContain(by)
  })
})

describe.each([
  ['new', 0],
  ['small', 40],
])(
  'H-02 with a %s archive each method gives its result or a documented reason, whatever its params are',
  (_, documents) => {
    let host: HostInProcess
    beforeAll(async () => {
      host = await openHost(documents)
    })
    afterAll(() => host.close())

    test.each(Object.entries(METHODS))('%s', (method, { params }) =>
      tryCases({ short: documents === 0 ? 2 : 4, long: 40 }, fc.tuple(valueFor(params), odds), ([value, changes]) =>
        tryMethod(host, method, withOdds(value, changes)),
      ),
    )
  },
)
