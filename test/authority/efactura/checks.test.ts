import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call } from '../call.ts'
import { sampleXml } from '../documents/sample.ts'
import { createWorld } from '../world/world.ts'

const [OWN, BUYER] = ['14399840', '34878414']
let folder: string
let authority: Authority
let access: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-checks-'))
  authority = await startAuthority({
    folder,
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
      for (let n = 0; n < 12; n++) world.addInvoice({ seller: OWN, buyer: BUYER })
      return world
    },
  })
  access = (await authority.issueTokens()).access_token
})
afterAll(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

async function post(host: 'api' | 'public', path: string, body: string | Buffer, contentType = 'text/plain') {
  const headers = { 'Content-Type': contentType, ...(host === 'api' ? { Authorization: `Bearer ${access}` } : {}) }
  const answer = await call(authority, `${authority.origin(host)}${path}`, { method: 'POST', headers, body })
  return { ...answer, text: answer.body.toString() }
}
const INVOICE = sampleXml({ seller: OWN, buyer: BUYER, number: 'ABC (7)' })
const NOTE = sampleXml({ seller: OWN, buyer: BUYER, document: 'credit-note' })
const REST = '/prod/FCTEL/rest'

test('validare judges by content, on both hosts and without a token on the public one', async () => {
  for (const host of ['api', 'public'] as const) {
    expect(JSON.parse((await post(host, `${REST}/validare/FACT1`, INVOICE)).text)).toMatchObject({ stare: 'ok' })
    expect(JSON.parse((await post(host, `${REST}/validare/FCN`, NOTE)).text)).toMatchObject({ stare: 'ok' })
    const wrong = JSON.parse((await post(host, `${REST}/validare/FCN`, INVOICE)).text)
    expect(wrong).toMatchObject({ stare: 'nok', Messages: [{ message: expect.stringContaining("'Invoice'") }] })
  }
  const broken = INVOICE.replace('RO-', 'XX-').replace(`RO${OWN}`, '1234')
  const { Messages } = JSON.parse((await post('public', `${REST}/validare/FACT1`, broken)).text)
  const rules = (Messages as { message: string }[]).map(({ message }) =>
    /\[([A-Z0-9-]+)\]|regula: (\w+)/.exec(message)?.slice(1).join(''),
  )
  expect(rules).toEqual(['BR-CO-09', 'BR-RO-110', 'R_BT_32_cui'])
  expect((await call(authority, `${authority.origin('api')}${REST}/validare/FACT1`, { method: 'POST' })).status).toBe(
    403,
  )
})

test('a wrong standard, a file above 5 MB and the test path are told in their own ways', async () => {
  for (const operation of ['validare', 'transformare']) {
    const wrong = JSON.parse((await post('public', `${REST}/${operation}/UBL`, INVOICE)).text)
    expect(wrong).toMatchObject({
      stare: 'nok',
      Messages: [{ message: 'Valorile acceptate pentru parametrul standard sunt FACT1 si FCN' }],
    })
    const large = sampleXml({ seller: OWN, buyer: BUYER, bytes: 5 * 1024 * 1024 + 1 })
    expect((await post('api', `${REST}/${operation}/FACT1`, large)).text).toContain('mai mare de 5 MB')
    const onTest = await post('api', `/test/FCTEL/rest/${operation}/FACT1`, INVOICE)
    expect([onTest.status, JSON.parse(onTest.text).path]).toEqual([404, `/FCTEL/rest/${operation}/FACT1`])
    expect((await post('public', `${REST}/${operation}/`, INVOICE)).status).toBe(404)
  }
})

test('transformare gives a PDF that holds the number, and messages for what it cannot vouch for', async () => {
  const pdf = await post('api', `${REST}/transformare/FACT1`, INVOICE)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.text).toMatch(/^%PDF-1\.4[\s\S]*Factura ABC \\\(7\\\)[\s\S]*%%EOF\n$/)
  const broken = INVOICE.replace('CIUS-RO', 'nothing')
  expect(JSON.parse((await post('api', `${REST}/transformare/FACT1`, broken)).text).stare).toBe('nok')
  const unchecked = await post('public', `${REST}/transformare/FACT1/DA`, broken)
  expect(unchecked.text.slice(0, 5)).toBe('%PDF-')
})

test('the firewall stands before the public host: stricter on /DA, never on validare nor on the API', async () => {
  const relative = INVOICE.replace(
    '<Invoice ',
    '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ../x.xsd" ',
  )
  const street = INVOICE.replace('<cbc:StreetName>', '<cbc:StreetName>Str. Lungă;CP 12 ')
  const note = INVOICE.replace('<cbc:Note>', '<cbc:Note>Livrat; CMR 7 ')
  const at = async (path: string, xml: string, host: 'api' | 'public' = 'public') => {
    const { text, headers } = await post(host, `${REST}/${path}`, xml)
    if (text.startsWith('%PDF-')) return 'pdf'
    return headers['content-type']?.startsWith('text/html') ? /support ID is: (\d+)/.exec(text)?.[1]?.length : 'json'
  }
  for (const xml of [relative, street]) {
    expect(await at('transformare/FACT1', xml)).toBe(20)
    expect(await at('transformare/FACT1/DA', xml)).toBe(20)
    expect(await at('validare/FACT1', xml)).toBe('json')
    expect(await at('transformare/FACT1', xml, 'api')).toBe('pdf')
  }
  expect([await at('transformare/FACT1', note), await at('transformare/FACT1/DA', note)]).toEqual(['pdf', 20])
})

const form = (parts: Readonly<Record<string, string | Buffer>>) => {
  const boundary = '----recipisa'
  const chunks = Object.entries(parts).flatMap(([name, content]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.xml"\r\nContent-Type: text/xml\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map(chunk => Buffer.from(chunk)))
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

test('validate/signature really verifies, and says so by its wordings', async () => {
  const verdict = async (
    parts: { file?: string | Buffer; signature?: string | Buffer },
    host: 'api' | 'public' = 'public',
  ) => {
    const { body, contentType } = form(parts)
    const answer = await post(host, '/api/validate/signature', body, contentType)
    const { msg } = JSON.parse(answer.text) as { msg: string }
    return `${answer.status} ${/^Fișierele încărcate (?:NU )?au|^Eroare tehnică/.exec(msg)?.[0]}`
  }
  const [VALID, INVALID] = ['200 Fișierele încărcate au', '200 Fișierele încărcate NU au']
  const pairs = [...authority.world.messages.values()].map(message => {
    const files = unzipSync(authority.zipOf(message.id))
    const member = (name: string) => Buffer.from(files[`${name}${message.upload.uploadIndex}.xml`] ?? [])
    return { file: member(''), signature: member('semnatura_') }
  })
  for (const pair of pairs.slice(0, 12)) {
    expect(await verdict(pair, 'api')).toBe(VALID)
    const changed = pair.file.toString().replace('PayableAmount currencyID="RON">', '$&9')
    expect(await verdict({ ...pair, file: changed })).toBe(INVALID)
  }
  const [first, , , other] = pairs
  if (!first || !other) throw new Error('the world has too few messages')
  expect(await verdict({ file: first.file, signature: other.signature })).toBe(INVALID)
  expect(await verdict({ file: first.file, signature: first.file })).toBe(INVALID)
  const problems = [{ file: first.file }, { ...first, file: 'no xml' }, { ...first, signature: '' }]
  for (const parts of problems) expect(await verdict(parts)).toBe('400 Eroare tehnică')
  expect((await post('public', '/api/validate/signature', 'x')).status).toBe(400)
})
