import { expect, test } from 'vitest'
import { parseStrict } from './strict-xml.ts'

const rootOf = (text: string) => parseStrict(Buffer.from(text))?.root.nodeName

test('text beside the root is in no canonical form, so a file that has any is not well-formed', () => {
  const declared = '<?xml version="1.0"?>'
  for (const text of [
    'x<a/>',
    `${declared}x<a/>`,
    `${declared}<!-- b -->&amp;<!-- c --><a/>`,
    `${declared}<![CDATA[x]]><a/>`,
    '<a/>x',
    '<a/>x<!-- b -->',
    '<a/>&amp;<!-- b -->',
    '<a/><![CDATA[x]]>',
    '<!-- a -->',
  ])
    expect([text, rootOf(text)]).toEqual([text, undefined])
  for (const text of [`\ufeff ${declared}\r\n<!-- b --> <?c d?>\n<a/> <!-- e -->\n`, '<a/>', ' <a/> '])
    expect([text, rootOf(text)]).toEqual([text, 'a'])
})

test('a file that one reader takes so and another one otherwise is not well-formed', () => {
  for (const text of ['<a>&nope;</a>', '<a b="&nope;"/>', '<a b="1" b="2"/>', '<a b="1"c="2"/>', '<a:b:c/>', '<a></b>'])
    expect([text, rootOf(text)]).toEqual([text, undefined])
})
