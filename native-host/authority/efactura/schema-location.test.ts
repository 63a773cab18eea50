import { expect, test } from 'vitest'
import { withoutSchemaLocation } from './schema-location.ts'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const cleaned = (text: string) => Buffer.from(withoutSchemaLocation(Buffer.from(text))).toString()

test('E-27 removes the attribute and leaves all other bytes', () => {
  const rest = `<?xml version="1.0"?>\r\n<Invoice ${XSI} id='a>b'><cbc:Note>xsi:schemaLocation="../x" ăîșț</cbc:Note></Invoice>`
  const located = rest.replace(" id='", ` xsi:schemaLocation="urn:a ../../a.xsd\n urn:b b.xsd" id='`)
  expect(cleaned(located)).toBe(rest)
  expect(cleaned(rest)).toBe(rest)
  expect(cleaned(`<a ${XSI} xsi:noNamespaceSchemaLocation='../a.xsd'/>`)).toBe(`<a ${XSI}/>`)
})

test('leaves comments, CDATA and text that look like it', () => {
  const texts = [
    '<!-- <a xsi:schemaLocation="../x"> --><a/>',
    '<a><![CDATA[<b xsi:schemaLocation="../x">]]></a>',
    '<a title=\' xsi:schemaLocation="../x"\'/>',
  ]
  for (const text of texts) expect(cleaned(text)).toBe(text)
})

test('a file that never ends its markup is scanned once', () => {
  const hostile = `${'<!-- <![CDATA[ <? xsi:schemaLocation="'.repeat(50_000)}`
  expect(cleaned(hostile)).toBe(hostile)
})
