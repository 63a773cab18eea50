import { expect, test } from 'vitest'
import { isAllowed } from './allowed.ts'

const REAL = 'https://webserviceapl.anaf.ro'

test('E-28 the certificate is shown to the e-invoicing services of its host, each with its own method', () => {
  for (const [method, path] of [
    ['GET', '/prod/FCTEL/rest/listaMesajeFactura?zile=1&cif=14399840'],
    ['GET', '/test/FCTEL/rest/listaMesajePaginatieFactura?pagina=1'],
    ['GET', '/test/FCTEL/rest/stareMesaj?id_incarcare=1'],
    ['GET', '/prod/FCTEL/rest/descarcare?id=1'],
    ['POST', '/prod/FCTEL/rest/upload?standard=UBL&cif=1'],
    ['POST', '/prod/FCTEL/rest/uploadb2c?standard=UBL&cif=1'],
    ['POST', '/prod/FCTEL/rest/validare/FACT1'],
    ['POST', '/prod/FCTEL/rest/transformare/FCN/DA'],
    ['POST', '/api/validate/signature'],
  ] as const) {
    expect([path, isAllowed(method, `${REAL}${path}`)]).toEqual([path, true])
    expect([path, isAllowed(method === 'GET' ? 'POST' : 'GET', `${REAL}${path}`)]).toEqual([path, false])
  }
})

test('E-28 it is shown to no other host, path or form of address', () => {
  const path = '/prod/FCTEL/rest/descarcare?id=1'
  for (const address of [
    `https://api.anaf.ro${path}`,
    `http://webserviceapl.anaf.ro${path}`,
    `https://webserviceapl.anaf.ro.evil.ro${path}`,
    `https://webserviceapl.anaf.ro:8443${path}`,
    `https://evil@webserviceapl.anaf.ro${path}`,
    `https://webserviceapl.localhost:9443${path}`,
    `${REAL}/prod/FCTEL/rest/`,
    `${REAL}/prod/FCTEL/rest/descarcare/../altceva`,
    `${REAL}/prod/FCTEL/rest/descarcare%2f..%2faltceva`,
    `${REAL}/altceva?x=/prod/FCTEL/rest/descarcare`,
    `${REAL}/my.policy`,
    `${REAL}/`,
    'descarcare',
    '',
  ])
    expect([address, isAllowed('GET', address, false)]).toEqual([address, false])
})

test('the embedded authority is known to the build for tests alone', () => {
  const address = 'https://webserviceapl.localhost:9443/test/FCTEL/rest/descarcare?id=1'
  expect(isAllowed('GET', address, true)).toBe(true)
  expect(isAllowed('GET', address.replace('webserviceapl', 'control'), true)).toBe(false)
})
