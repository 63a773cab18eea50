import { expect, test } from 'vitest'
import { xmlTokens } from './xml-tokens.ts'

const shortened = (left: number) => `…${left}`
const kinds = (xml: string) => xmlTokens(xml, shortened).map(({ kind, text }) => `${kind}:${text}`)

test('U-11 tags, names, values, comments and texts are told apart', () => {
  expect(kinds(`<?xml version="1.0"?><!-- a > b --><a:b x="1 > 2">ț &amp; <c/></a:b>`)).toEqual([
    'comment:<?xml version="1.0"?>',
    'comment:<!-- a > b -->',
    'tag:<a:b',
    'text: ',
    'name:x',
    'text:=',
    'value:"1 > 2"',
    'tag:>',
    'text:ț &amp; ',
    'tag:<c',
    'tag:/>',
    'tag:</a:b',
    'tag:>',
  ])
})

test('U-11 the pieces are the text again, also where it is no XML', () => {
  for (const xml of ['<a b=">"', 'x < y', '<', '<![CDATA[<a>]]>', '<a b=c>d</a', '"\'', '<a "'])
    expect(
      xmlTokens(xml, shortened)
        .map(({ text }) => text)
        .join(''),
    ).toBe(xml)
})

test('U-11 of a text of millions of characters, only the beginning is shown', () => {
  expect(xmlTokens(`<a>${'x'.repeat(3_000_000)}</a>`, shortened)[2]?.text).toBe(`${'x'.repeat(200)}…2999800`)
})
