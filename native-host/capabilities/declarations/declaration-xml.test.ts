import { describe, expect, test } from 'vitest'
import { declarationXml } from '../../../test/authority/documents/declaration-xml.ts'
import { readDeclarationXml } from './declaration-xml.ts'

const read = (xml: string) => readDeclarationXml(Buffer.from(xml))
const subject = { cui: '8000000000', name: 'Țiglăria & "Fiii" > SRL', year: 2026, month: 9 }
const NOTHING = { form: null, cui: null, companyName: null, period: null }

test.each(['D300', 'D100', 'D394', 'D390', 'D112', 'D406', 'D406T'])('%s says form, company and month', form => {
  expect(read(declarationXml({ form, ...subject }))).toEqual({
    form,
    cui: subject.cui,
    companyName: subject.name,
    period: { year: 2026, month: 9 },
  })
})

test('the beginning is enough: the rest may be cut off', () => {
  for (const form of ['D300', 'D112']) {
    const xml = declarationXml({ form, ...subject })
    const start = xml.slice(0, xml.lastIndexOf('<'))
    expect(read(start)).toMatchObject({ form, cui: subject.cui })
  }
  const audit = declarationXml({ form: 'D406T', ...subject })
  expect(read(audit.slice(0, audit.indexOf('<nsSAFT:MasterFiles')))).toMatchObject({ form: 'D406T', cui: subject.cui })
  expect(read(audit.slice(0, audit.indexOf('<nsSAFT:Company')))).toMatchObject({ form: 'D406T', cui: null })
})

test('a financial statement is named by its namespace, a form without one by its root; a CNP is a fiscal code too', () => {
  const statement = '<Bilant1005 xmlns="mfp:anaf:dgti:s1005:declaratie:v14" an="2025" cui="RO 14399840"/>'
  expect(read(statement)).toEqual({
    form: 'S1005',
    cui: '14399840',
    companyName: null,
    period: { year: 2025, month: null },
  })
  expect(read('<declaratie205 an_r="2025" luna_r="12" CIF="1800101221144"/>')).toEqual({
    form: 'D205',
    cui: '1800101221144',
    companyName: null,
    period: { year: 2025, month: 12 },
  })
})

describe('unknown content gives null', () => {
  test.each([
    ['a month that is none', '<declaratie300 xmlns="mfp:anaf:dgti:d300:declaratie:v11" an="2026" luna="13"/>'],
    ['a year that is none', '<declaratie300 xmlns="mfp:anaf:dgti:d300:declaratie:v11" an="26" luna="1"/>'],
    ['words in place of numbers', '<declaratie300 an="x" luna="y" cui="abc" den=" "/>'],
  ])('%s', (_name, xml) => {
    expect(read(xml)).toEqual({ ...NOTHING, form: 'D300' })
  })

  test.each([
    ['no XML', 'Hello'],
    ['nothing', ''],
    ['another XML', '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'],
    ['a DTD', '<!DOCTYPE a [<!ENTITY x "y">]><declaratie300 an="2026" luna="1"/>'],
    ['a DTD behind a comment', '<!-- <a --><!DOCTYPE a [<!ENTITY x "y">]><declaratie300 an="2026" luna="1"/>'],
    ['a DTD behind an instruction', '<?x <!-- ?><!DOCTYPE a><?x --> ?><declaratie300 an="2026" luna="1"/>'],
    ['a DTD within the root', '<declaratie300 an="2026" luna="1"><!DOCTYPE a><a/></declaratie300>'],
    ['a root that is cut off', '<declaratie300 an="2026" luna="1'],
  ])('%s', (_name, xml) => {
    expect(read(xml)).toEqual(NOTHING)
  })

  test.each([
    ['comments without an end', '<!--'.repeat(100_000)],
    ['attributes without an end', `<a ${'x="1" '.repeat(80_000)}`],
    ['quotes without an end', `<a ${'x="'.repeat(100_000)}`],
    ['brackets', '<'.repeat(500_000)],
  ])('a hostile one within a moment: %s', (_name, xml) => {
    expect(read(xml)).toEqual(NOTHING)
  })

  test('a header that is too deep', () => {
    const deep = `<Header>${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</Header>`
    expect(read(`<AuditFile xmlns="mfp:anaf:dgti:d406:declaratie:v1">${deep}</AuditFile>`)).toEqual(NOTHING)
  })
})

test('within text, DOCTYPE is text', () => {
  const xml = '<!-- <!DOCTYPE a> --><?x <!DOCTYPE a> ?><declaratie300 an="2026" luna="1"><![CDATA[<!DOCTYPE a>]]><a/>'
  expect(read(xml)).toMatchObject({ form: 'D300', period: { year: 2026, month: 1 } })
})

test('a byte order mark, UTF-16 and an older encoding are read', () => {
  const xml = declarationXml({ form: 'D300', ...subject }).replace('<?xml version="1.0" encoding="UTF-8"?>\n', '')
  const expected = { form: 'D300', companyName: subject.name }
  expect(readDeclarationXml(Buffer.from(`\uFEFF${xml}`))).toMatchObject(expected)
  expect(readDeclarationXml(Buffer.from(`\uFEFF${xml}`, 'utf16le'))).toMatchObject(expected)
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><declaratie300 den="Caf\u00e9"/>`, 'latin1')
  expect(readDeclarationXml(latin).companyName).toBe('Café')
})
