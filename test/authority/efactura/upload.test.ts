import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { romaniaDay, romaniaDayEnd } from '../../../shared/domain/romania-time.ts'
import { type Authority, startAuthority } from '../authority.ts'
import { call, callApi } from '../call.ts'
import { type Sample, sampleMessageXml, sampleXml } from '../documents/sample.ts'
import { sha256 } from '../journal.ts'
import { createWorld } from '../world/world.ts'

const [OWN, BUYER, STRANGER] = ['14399840', '34878414', '45947811']
let folder: string
let authority: Authority
let access: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-upload-'))
  authority = await startAuthority({
    folder,
    limits: { raspPerDay: 2 },
    pace: { processingMs: 60_000, indexingMs: 600_000 },
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, BUYER, STRANGER]) world.addCompany(cui, `Firma ${cui} SRL`)
      return world
    },
  })
  authority.world.enrol('AB12', [OWN, BUYER])
  access = (await authority.issueTokens({ certificateSerial: 'AB12' })).access_token
})
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

const SAMPLE: Sample = { seller: OWN, buyer: BUYER }

async function send(body: string | Buffer, query = `standard=UBL&cif=${OWN}`, operation = 'upload') {
  const url = `${authority.profile.baseUrl}/test/FCTEL/rest/${operation}?${query}`
  const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'text/plain' }
  const answer = await call(authority, url, { method: 'POST', headers, body })
  const text = answer.body.toString()
  const errors = [...text.matchAll(/errorMessage="([^"]*)"/g)].map(([, message]) => message)
  return { ...answer, text, errors, index: /index_incarcare="(\d+)"/.exec(text)?.[1] ?? '' }
}
const status = async (index: string) => {
  const { body } = await callApi(authority, access, `/test/FCTEL/rest/stareMesaj?id_incarcare=${index}`)
  const [, state, id] = /stare="([^"]+)"(?: id_descarcare="(\d+)")?/.exec(body.toString()) ?? []
  return { state, id: id ?? '' }
}
const listed = async (cif: string, filter = '') => {
  const path = `/test/FCTEL/rest/listaMesajeFactura?zile=1&cif=${cif}${filter}`
  const { mesaje = [] } = (await callApi(authority, access, path)).json
  return mesaje as { id: string; id_solicitare: string; tip: string; detalii: string }[]
}
const membersOf = async (id: string, index: string) => {
  const { body } = await callApi(authority, access, `/test/FCTEL/rest/descarcare?id=${id}`)
  const files = unzipSync(body)
  return [files[`${index}.xml`], files[`semnatura_${index}.xml`]].map(file => Buffer.from(file ?? []))
}

test('a right invoice is processed, then listed for both parties, and its ZIP has the bytes that were sent', async () => {
  const xml = sampleXml(SAMPLE)
  const sent = await send(xml)
  expect(sent.headers['content-type']).toBe('application/xml')
  expect(sent.text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\r\n<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="\d{12}" ExecutionStatus="0" index_incarcare="\d+"\/>$/,
  )
  expect((await status(sent.index)).state).toBe('in prelucrare')
  authority.clock.advance(61_000)
  const { state, id } = await status(sent.index)
  expect(state).toBe('ok')
  expect(await listed(OWN)).toEqual([])
  authority.clock.advance(600_000)
  const details = `Factura cu id_incarcare=${sent.index} emisa de cif_emitent=${OWN} pentru cif_beneficiar=${BUYER}`
  expect(await listed(OWN)).toMatchObject([{ id, tip: 'FACTURA TRIMISA', detalii: details }])
  expect(await listed(BUYER)).toMatchObject([{ tip: 'FACTURA PRIMITA', id_solicitare: sent.index }])
  const [document, signature] = await membersOf(id, sent.index)
  expect(document?.toString()).toBe(xml)
  expect(signature?.toString()).toContain('<SignatureValue>')
})

test('every wrong parameter is told at once, and nothing is uploaded', async () => {
  const xml = sampleXml(SAMPLE)
  const wrong = await send(xml, 'standard=XYZ&cif=123a&autofactura=NU&extern=X')
  expect(wrong.text).toContain('ExecutionStatus="1">\r\n    <Errors errorMessage=')
  expect(wrong.errors).toEqual([
    'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
    'CIF introdus= 123a nu este un numar',
    'Daca parametrul extern trebuie completat, valoarea acceptata este DA',
    'Daca parametrul autofacturare trebuie completat, valoarea acceptata este DA',
  ])
  expect((await send(xml, `standard=UBL&cif=${STRANGER}`)).errors).toEqual([
    `Nu aveti drept in SPV pentru CIF=${STRANGER}`,
  ])
  expect((await send('plain text')).errors[0]).toContain('Fisierul transmis nu este valid')
  authority.world.enrol('AB12', [])
  expect((await send(xml)).errors).toEqual(['Nu exista niciun CIF pentru care sa aveti drept in SPV'])
  const missing = [await send(xml, 'standard=UBL'), await send('')]
  expect(missing.map(answer => [answer.status, JSON.parse(answer.text).message])).toEqual([
    [400, 'Parametrii standard si cif sunt obligatorii'],
    [400, 'Trebuie sa aveti atasat in request un fisier de tip xml'],
  ])
  expect(authority.world.uploads.size).toBe(0)
})

test('10 MB are taken, and one byte more is not', async () => {
  const limit = 10 * 1024 * 1024
  const sent = await send(sampleXml({ ...SAMPLE, bytes: limit }))
  authority.clock.advance(61_000)
  const { state, id } = await status(sent.index)
  expect(state).toBe('ok')
  const [document] = await membersOf(id, sent.index)
  expect(document?.length).toBe(limit)
  expect((await send(sampleXml({ ...SAMPLE, bytes: limit + 1 }))).errors).toEqual([
    'Marime fisier transmis mai mare de 10 MB.',
  ])
})

test('what is no document of its standard ends as not taken', async () => {
  const note = sampleXml({ ...SAMPLE, document: 'credit-note' })
  const doctype = sampleXml(SAMPLE).replace('?>', '?><!DOCTYPE Invoice [<!ENTITY a "b">]>')
  for (const xml of ['<Invoice><open></Invoice>', '<other/>', note, doctype]) {
    const { index } = await send(xml)
    expect((await status(index)).state).toBe('in prelucrare')
    authority.clock.advance(61_000)
    expect(await status(index)).toEqual({ state: 'XML cu erori nepreluat de sistem', id: '' })
  }
  expect(authority.world.messages.size).toBe(0)
})

test('an invoice with errors is nok, and its ZIP has the errors file', async () => {
  const xml = sampleXml(SAMPLE)
    .replace(`RO${OWN}`, 'RO1234')
    .replace(/(TaxInclusiveAmount currencyID="RON">)/, '$19')
  const { index } = await send(xml)
  authority.clock.advance(61_000 + 600_000)
  const { state, id } = await status(index)
  expect(state).toBe('nok')
  expect(await listed(OWN)).toMatchObject([{ id, tip: 'ERORI FACTURA' }])
  expect(await listed(BUYER)).toEqual([])
  const [errors] = await membersOf(id, index)
  expect(errors?.toString()).toContain(`mesajEroriFactuta:v1" Cif_emitent="1234" Index_incarcare="${index}"`)
  expect(errors?.toString()).toContain('[BR-CO-15]')
  expect(errors?.toString()).toContain('R_BT_32_cui: Cui vanzator incorect / validare CUI (1234) ')
})

test('a buyer without a CUI is right abroad and for consumers only', async () => {
  const xml = sampleXml(SAMPLE).replace(`RO${BUYER}`, 'RO0')
  const b2c = await send(xml, undefined, 'uploadb2c')
  const plain = await send(xml)
  const abroad = await send(xml, `standard=UBL&cif=${OWN}&extern=DA`)
  authority.clock.advance(61_000)
  const states = [await status(b2c.index), await status(plain.index), await status(abroad.index)]
  expect(states.map(({ state }) => state)).toEqual(['ok', 'nok', 'ok'])
})

test('a self-billed invoice of one company gives two entries that share the upload index', async () => {
  const xml = sampleXml({ ...SAMPLE, buyer: OWN, selfBilled: true })
  const { index } = await send(xml, `standard=UBL&cif=${OWN}&autofactura=DA`)
  authority.clock.advance(661_000)
  const entries = await listed(OWN)
  expect(entries.map(entry => [entry.tip, entry.id_solicitare]).sort()).toEqual([
    ['FACTURA PRIMITA', index],
    ['FACTURA TRIMISA', index],
  ])
  expect(entries[0]?.detalii).toContain('ca autofactura in numele cif=')
})

test("a buyer's message is listed for both sides under R, and its ZIP has what was sent", async () => {
  // From a midnight on, so that all of it is on one day in Romania.
  authority.clock.set(romaniaDayEnd(romaniaDay(authority.clock.now())))
  const { upload } = authority.world.addInvoice({ seller: BUYER, buyer: OWN })
  const query = `standard=RASP&cif=${OWN}`
  const xml = sampleMessageXml(upload.uploadIndex, 'Lipsește adresa & „numărul”')
  const { index } = await send(xml, query)
  authority.clock.advance(661_000)
  const [sent, received] = [await listed(OWN, '&filtru=R'), await listed(BUYER, '&filtru=R')]
  expect([sent, received].map(([entry]) => entry?.tip)).toEqual([
    'MESAJ CUMPARATOR TRANSMIS',
    'MESAJ CUMPARATOR PRIMIT',
  ])
  const [document, signature] = await membersOf(received[0]?.id ?? '', index)
  expect(document?.toString()).toBe(xml)
  expect(signature?.toString()).toContain('<Signature ')

  const astray = await send(sampleMessageXml('1', 'x'), query)
  authority.clock.advance(61_000)
  expect((await status(astray.index)).state).toBe('nok')
  expect((await send(xml, query)).errors).toEqual([
    `S-au incarcat deja 2 de mesaje de tip RASP pentru cui= ${OWN} in cursul zilei`,
  ])
})

test('what was recorded is counted by its bytes, whatever became of the answer', async () => {
  const xml = sampleXml(SAMPLE)
  authority.faults.add({ match: { path: 'upload' }, effect: { kind: 'reset-in-request', bytes: 100 } })
  authority.faults.add({ match: { path: 'upload' }, nth: 2, effect: { kind: 'reset' } })
  authority.faults.add({ match: { path: 'upload' }, nth: 3, effect: { kind: 'reset', handled: true } })
  for (const recorded of [0, 0, 1]) {
    await expect(send(xml)).rejects.toThrow()
    expect(authority.uploadsOf(sha256(xml))).toHaveLength(recorded)
  }
  const { index } = await send(xml)
  expect(authority.uploadsOf(sha256(xml)).map(({ uploadIndex }) => uploadIndex)).toContain(index)
  expect(authority.journal.find({ path: 'upload', status: 200 })).toMatchObject([
    { requestSha256: sha256(xml), requestBytes: Buffer.byteLength(xml) },
  ])
  const { body } = await call(authority, `${authority.origin('control')}/uploads?sha256=${sha256(xml)}`)
  expect(JSON.parse(body.toString())).toMatchObject([{ cif: OWN, standard: 'UBL' }, { uploadIndex: index }])
})
