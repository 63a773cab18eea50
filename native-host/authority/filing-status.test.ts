import { expect, test } from 'vitest'
import { classify } from './answer.ts'
import { parseFilingStatus } from './filing-status.ts'

const header = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1"${inner}`

test('E-08 an answer of stareMesaj that is cut at any byte says nothing, neither of the filing nor of the question', () => {
  const whole = [
    header(' stare="nok" id_descarcare="123"/>'),
    header(' stare="ok" id_descarcare="1234"></header>'),
    header(' stare="XML cu erori nepreluat de sistem"/>'),
    header('>\r\n    <Errors errorMessage="Nu exista factura cu id_incarcare= 15000 > 7"/>\r\n</header>'),
    header(
      '>\n<Errors errorMessage="S-au facut deja 100 interogari in cursul zilei"/>\n<Errors errorMessage="x"/></header>',
    ),
  ]
  const read = (bytes: Uint8Array) => {
    const body = classify(bytes)
    return body.kind === 'xml' ? parseFilingStatus(body.text) : undefined
  }
  for (const text of whole) {
    const bytes = new TextEncoder().encode(text)
    expect(read(bytes), text).toBeDefined()
    for (let length = 0; length < bytes.length; length++)
      expect(read(bytes.subarray(0, length)), text.slice(0, length)).toBeUndefined()
  }
})
