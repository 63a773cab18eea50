import { expect, test } from 'vitest'
import { composeRasp, readRasp } from './rasp.ts'

test('a message to the issuer is read back as it was written, whatever its characters', () => {
  const messages = [
    'mesaj de test, standard RASP',
    'Prețul & „cantitatea” < 5 > 3, "așa"\' scris',
    'rând\npe rând\r\nși\tcoloană ]]>',
    '  cu spații  ',
    'emoji 🧾',
  ]
  for (const message of messages)
    expect(readRasp(composeRasp('5001120362', message))).toEqual({ uploadIndex: '5001120362', message })
})

test('characters that XML cannot hold become spaces, and none breaks out of its attribute', () => {
  expect(readRasp(composeRasp('1', 'a\u0000b\u001Fc\uFFFEd'))?.message).toBe('a b c d')
  expect(readRasp(composeRasp('1', 'a\uD800b'))?.message).toBe('a\uFFFDb')
  const xml = composeRasp('1', '"/><x y="')
  expect(xml.match(/</g)).toHaveLength(2)
})

test('the form is the documented one', () => {
  expect(composeRasp('191823', 'mesaj')).toBe(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="191823" message="mesaj"/>\n',
  )
})

test('the header is found by name and namespace, whatever its prefix; other files are not read', () => {
  const prefixed = '<m:header xmlns:m="mfp:anaf:dgti:spv:reqMesaj:v1" message="da" index_incarcare=" 7 "/>'
  expect(readRasp(prefixed)).toEqual({ uploadIndex: '7', message: 'da' })
  const others = [
    '<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" index_incarcare="7" message="da"/>',
    '<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="7"/>',
    '<Invoice/>',
    'nu e XML',
  ]
  for (const xml of others) expect(readRasp(xml)).toBeUndefined()
})
