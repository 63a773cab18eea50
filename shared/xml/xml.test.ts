import { describe, expect, test } from 'vitest'
import { parseXml, readXml } from './xml.ts'

const DTD = '<!DOCTYPE a [<!ENTITY x "y">]>'
const utf16 = (text: string) => {
  const bytes = Buffer.from(text, 'utf16le')
  return { le: Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]), be: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() }
}

describe('a DTD is refused, wherever it is and however it is written', () => {
  const hidden: [string, string][] = [
    ['at the beginning', `${DTD}<a>&x;</a>`],
    ['behind a comment that holds a tag', `<!-- <a --><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`],
    ['behind an instruction that holds a tag', `<?x <a ?>${DTD}<a>&x;</a>`],
    ['behind an instruction with a quote', `<?x "?>${DTD}<a b="?>">&x;</a>`],
    ['between quotes and comments of an instruction', `<?x "?><!-- " ?>-->${DTD}<a>&x;</a>`],
    ['within the root', `<a>${DTD}&x;</a>`],
    ['behind the root', `<a/>${DTD}`],
    ['behind CDATA', `<a><![CDATA[<!-- ]]>${DTD}<b c="-->"/></a>`],
    ['in small letters', '<!doctype a><a/>'],
    ['an entity by itself', '<a><!ENTITY x "y">&x;</a>'],
  ]
  test.each(hidden)('%s', (_, xml) => {
    expect(readXml(xml)).toEqual({ problem: 'dtd' })
    expect(readXml(Buffer.from(`\ufeff${xml}`))).toEqual({ problem: 'dtd' })
    expect(readXml(utf16(xml).le)).toEqual({ problem: 'dtd' })
    expect(readXml(utf16(xml).be)).toEqual({ problem: 'dtd' })
    // Without a mark, UTF-16 is not recognisable: the file is not read at all.
    expect(parseXml(Buffer.from(xml, 'utf16le'))).toBeUndefined()
  })

  test('a DTD that only two comments or tags together would form is not one', () => {
    for (const xml of ['<<!-- -->!DOCTYPE a><a/>', '<!<!-- -->DOCTYPE a><a/>'])
      expect(readXml(xml)).toEqual({ problem: 'not-xml' })
  })
})

test('in text the word is text', () => {
  expect(parseXml(`<!-- ${DTD} --><a>1</a>`)?.text).toBe('1')
  expect(parseXml(`<?x ${DTD.slice(0, -1)} ?><a>1</a>`)?.text).toBe('1')
  expect(parseXml(`<a><![CDATA[${DTD}]]></a>`)?.text).toBe(DTD)
  expect(parseXml(`<a>1<!-- ${DTD} -->2</a>`)?.text).toBe('12')
  expect(parseXml('<a>1</a><!--><!DOCTYPE a>-->')?.text).toBe('1')
  expect(parseXml('<a b="1&lt;!DOCTYPE"/>')?.attributes.get('b')).toBe('1<!DOCTYPE')
})

test('a document whose tags do not match was cut, or is not XML', () => {
  for (const xml of [
    '',
    'text',
    '<a>',
    '<a><b></a>',
    '<a></b>',
    '<a b="1',
    '<a b=1/>',
    '<a b/>',
    '</a>',
    '< a/>',
    '<a/><b/>',
  ])
    expect(readXml(xml), xml).toEqual({ problem: 'not-xml' })
})

test('names, prefixes, spaces and attributes in either quotes are read as they are', () => {
  const root = parseXml(
    `\ufeff<?xml version="1.0"?>\n<ș:a xmlns:ș = 'urn:x'\n x-1.b="a > 'b'"\t>\n<b xmlns="u"/ ></ș:a >`.replace(
      '/ >',
      '/>',
    ),
  )
  expect(root).toMatchObject({ name: 'a', namespace: 'urn:x', children: [{ name: 'b', namespace: 'u' }] })
  expect(root?.attributes.get('x-1.b')).toBe("a > 'b'")
})

describe('a document beyond a bound is refused before it is parsed', () => {
  const cases: [string, () => string, string][] = [
    ['32 MB of elements', () => `<r>${'<a/>'.repeat(8_000_000)}</r>`, 'elements'],
    ['comments', () => `<r>${'<!---->'.repeat(500_000)}</r>`, 'elements'],
    ['a million levels', () => '<a>'.repeat(1_000_000) + '</a>'.repeat(1_000_000), 'depth'],
    ['attributes', () => `<r ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`, 'attributes'],
  ]
  test.each(cases)('%s', (_, make, problem) => {
    expect(readXml(make())).toEqual({ problem })
  })
})

test('an attachment of 10 MB costs nothing: only the beginning of a long text is kept', () => {
  const attachment = `<b>${'QUJD'.repeat(2_500_000)}</b>`
  const root = parseXml(`<a>${attachment.repeat(6)}<c>${'1'.repeat(5000)}</c></a>`)
  const kept = root?.children.map(({ text }) => text.length)
  expect(kept).toEqual([1e6, 1e6, 1e6, 1e6, 10_000, 10_000, 5000])
})

test('namespaces of many elements are not copied from one to the next', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `xmlns:n${n}="u"`).join(' ')
  const root = parseXml(`<a ${many}>${'<n7:b xmlns:x="v"/>'.repeat(20_000)}</a>`)
  expect(root?.children.at(-1)).toMatchObject({ namespace: 'u' })
})
