import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { classify } from './answer.ts'

const kindOf = (text: string) => classify(strToU8(text)).kind
const ZIP = zipSync({ '1.xml': strToU8('<a/>'), 'semnatura_1.xml': strToU8('<b/>') })

test('E-21 a ZIP is recognised by its bytes, and a cut one is not a ZIP', () => {
  expect(classify(ZIP)).toEqual({ kind: 'zip', bytes: ZIP })
  for (const length of [4, 30, ZIP.length - 23, ZIP.length - 1]) {
    expect(classify(ZIP.subarray(0, length)).kind).toBe('cut-short')
  }
})

test('E-21 a note is found even in JSON that no parser accepts', () => {
  const note = 'Pentru id=21 nu exista inregistrata nici o factura'
  const json = `{"eroare":"${note}","titlu":"Descarcare mesaj"}`
  const texts = [
    json,
    `\uFEFF  ${json}\r\n`,
    `${json}}`,
    `{'eroare':'${note}', 'titlu':'Descarcare mesaj'}`,
    `{"titlu":"Descarcare mesaj","eroare":"${note}"},`,
    `{eroare:"${note}",titlu:"Descarcare mesaj"}`,
    `{"eroare":"${note}",\n"titlu":"Descarcare mesaj",}`,
    `{"eroare":"Pentru id=21\nnu exista inregistrata nici o factura","titlu":"Descarcare mesaj"}`,
  ]
  for (const text of texts)
    expect(classify(strToU8(text))).toMatchObject({ kind: 'note', note, title: 'Descarcare mesaj' })
  const quoted = `{"eroare":"Fisierul "a, b" lipseste","titlu":"x"}`
  expect(classify(strToU8(quoted))).toMatchObject({ kind: 'note', note: 'Fisierul "a, b" lipseste', title: 'x' })
})

test('E-22 a note that is cut at any byte is not a note, whatever its form', () => {
  const note = 'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile în care este disponibil'
  const whole = [
    `{"eroare":"${note}","titlu":"Descarcare mesaj"}`,
    `{"titlu":"Descarcare mesaj","eroare":"${note}"}`,
    `{ "titlu" : "Descarcare mesaj", "eroare" : "${note}", "cod": 17 }`,
    `{"eroare":"Mesajul {\\"7\\"} din [1], adica \\"acesta\\", ${note}","titlu":"x"}`,
    // Forms that no parser accepts:
    `{"eroare":"Mesajul "7, 8" (din {9}) ${note}","titlu":"Descarcare mesaj"}`,
    `{"eroare":"Mesajul\n7: ${note}","titlu":"Descarcare mesaj",}`,
    `{eroare:'Mesajul {7}, ${note}', titlu:'Descarcare mesaj'}`,
    `{"detalii":{"id":"7"},"eroare":"${note}",titlu:"Descarcare mesaj"}`,
    `{"eroare":"${note}","detalii":{"id":"7","cod":[1,2]},"titlu":"Descarcare mesaj",}`,
    // Brackets that nothing within the text opens:
    `{"eroare":"Mesajul 7}] din lista, ${note}","titlu":"Descarcare mesaj"}`,
    `{'eroare':'Mesajul 7}] din lista, ${note}','titlu':'Descarcare mesaj'}`,
  ]
  for (const text of whole) {
    const bytes = strToU8(text)
    expect(classify(bytes), text).toMatchObject({ kind: 'note', note: expect.stringContaining(note) })
    for (let length = 1; length < bytes.length; length++)
      expect(classify(bytes.subarray(0, length)).kind, text.slice(0, length)).toMatch(/^(cut-short|cut-note)$/)
  }
})

test('E-21 the text of a cut note is shown, and nothing follows from it', () => {
  for (const end of ['', '"', '","titlu":"Desc', '","titlu":"Descarcare mesaj"'])
    expect(classify(strToU8(`{"eroare":"Fisierul nu mai poate fi descarcat${end}`))).toEqual({
      kind: 'cut-note',
      note: 'Fisierul nu mai poate fi descarcat',
    })
})

test('the message of a CustomErrorMessage is a note', () => {
  const text =
    '{"timestamp":"05-08-2021 12:04:01","status":400,"error":"Bad Request","message":"Parametrul id este obligatoriu"}'
  expect(classify(strToU8(text))).toMatchObject({ kind: 'note', note: 'Parametrul id este obligatoriu' })
})

test('text in the older encoding is read', () => {
  const bytes = Uint8Array.from('{"eroare":"Nu mai poate fi desc\xE3rcat"}', char => char.charCodeAt(0))
  expect(classify(bytes)).toMatchObject({ kind: 'note', note: 'Nu mai poate fi descărcat' })
})

test('pages are distinguished by their content', () => {
  const page =
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890<br></body></html>'
  expect(classify(strToU8(page))).toEqual({ kind: 'firewall', supportId: '1234567890' })
  expect(kindOf('<!DOCTYPE html><html><body>Certificatul nu a fost prezentat</body></html>')).toBe('login-wall')
  expect(kindOf('<html><form action="/my.policy">x</form></html>')).toBe('login-wall')
  expect(kindOf('<html><h1>Serviciul este în mentenanță</h1></html>')).toBe('maintenance')
  expect(kindOf('<html><h1>It works</h1></html>')).toBe('html')
})

test('other bodies are recognised too', () => {
  expect(kindOf('')).toBe('empty')
  expect(kindOf(' \r\n')).toBe('empty')
  expect(kindOf('%PDF-1.7 ...')).toBe('pdf')
  expect(kindOf('\uFEFF\r\n%PDF-1.7 ...')).toBe('pdf')
  expect(kindOf('Eroare: %PDF-1.7 ...')).toBe('unknown')
  expect(kindOf('{"mesaje":[]}')).toBe('json')
  expect(kindOf('{"mesaje":[{"id":"1"')).toBe('cut-short')
  expect(kindOf('<?xml version="1.0"?>\r\n<header stare="ok"/>\r\n')).toBe('xml')
  expect(kindOf('<?xml version="1.0"?><header stare=')).toBe('cut-short')
  expect(kindOf('<?xml version="1.0"?><header stare="ok">')).toBe('cut-short')
  expect(kindOf(`<h:header a="x/>" b='>'\n/>`)).toBe('xml')
  expect(kindOf('<h:header><Errors errorMessage="a"/></h:header >')).toBe('xml')
  expect(kindOf('<h:header><Errors errorMessage="a"/>')).toBe('cut-short')
  expect(kindOf('hello')).toBe('unknown')
})

test('G-07 a PDF without a length is whole only with its own end; with a length it is as it comes', () => {
  const pdf = (text: string) => strToU8(`%PDF-1.4\n${text}`)
  const ends = [pdf('…\n%%EOF'), pdf('…\n%%EOF\r\n'), pdf(`…\n%%EOF\n${' '.repeat(500)}`)]
  for (const bytes of ends) expect(classify(bytes, false)).toEqual({ kind: 'pdf', bytes })
  const cut = pdf(`1 0 obj\n${'x'.repeat(5000)}`)
  expect(classify(cut, false)).toEqual({ kind: 'cut-short' })
  expect(classify(cut, true)).toEqual({ kind: 'pdf', bytes: cut })
})

test('an empty eroare is not a note', () => {
  expect(kindOf('{"eroare":"","mesaje":[]}')).toBe('json')
  expect(kindOf('{"eroare":null,"mesaje":[]}')).toBe('json')
})

test('G-07 a document that ends only with its connection is cut short until its own end is there', () => {
  const page =
    '<!DOCTYPE html>\n<html><body><form action="/my.policy"><input type="submit" value="Prezentare certificat"></form>Prezentare certificat</body></html>\n'
  for (let end = '<!DOCTYPE html>'.length; end < page.trimEnd().length; end++) {
    expect(classify(strToU8(page.slice(0, end)), false).kind, page.slice(0, end)).toBe('cut-short')
  }
  expect(classify(strToU8(page), false).kind).toBe('login-wall')
})
