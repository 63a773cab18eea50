import { expect, test } from 'vitest'
import type { CertificateFacts } from '../../../shared/protocol/certificates.ts'
import { CUI, NOON, withMail } from '../core/test-archive.fixture.ts'

const DAY = 86_400_000
const factsOf = (serial: string, days: number, subject = `Holder of ${serial}`): CertificateFacts => ({
  serial,
  subject,
  issuer: 'Test CA',
  validFrom: NOON - DAY,
  validUntil: NOON + days * DAY,
  usages: ['digital-signature'],
})

test('H-11 certificates of tokens are remembered, and the newest reading counts', async () => {
  const { archive } = await withMail()
  const { certificates } = archive
  certificates.seen([factsOf('A1', 300), factsOf('B2', 10)])
  certificates.seen([factsOf('A1', 301)])
  expect(certificates.known()).toEqual([
    { facts: factsOf('B2', 10), seenAt: NOON },
    { facts: factsOf('A1', 301), seenAt: NOON },
  ])
})

test('H-11 those that end within 60 days are told of, but neither ended nor renewed ones', async () => {
  const { archive } = await withMail()
  const { certificates } = archive
  certificates.seen([
    factsOf('A1', 61),
    factsOf('B2', 60),
    factsOf('C3', 7),
    factsOf('D4', -1),
    factsOf('E5', 5, 'Popescu Ana'),
    factsOf('F6', 370, 'Popescu Ana'),
  ])
  expect(certificates.expiring().map(({ serial }) => serial)).toEqual(['C3', 'B2'])
})

test('H-11 each warning is written once, and only the latest of those that are due', async () => {
  const { archive } = await withMail()
  const { certificates, notices } = archive
  const look = (days: number) => {
    certificates.seen([factsOf('A1', days)])
    notices.certificatesEnding(certificates.expiring())
    return notices.list(0, 100).notices.length
  }
  expect([61, 60, 59, 30, 7, 6, 1, 1].map(look)).toEqual([0, 1, 1, 2, 3, 3, 4, 4])
  certificates.seen([factsOf('B2', 5)])
  notices.certificatesEnding(certificates.expiring())
  expect(notices.list(0, 100).notices.at(-1)).toMatchObject({
    kind: 'certificate',
    subject: 'Holder of B2',
    endsOn: '2026-11-25',
    cui: null,
  })
  expect(notices.list(0, 100).notices).toHaveLength(5)
})

test('what services said of a company is known for each certificate and service', async () => {
  const { archive } = await withMail()
  const { certificates, rights } = archive
  certificates.learn('e-invoicing', 'A1', CUI, 'denied')
  certificates.learn('e-invoicing', 'B2', CUI, 'granted')
  certificates.learn('e-invoicing', 'A1', CUI, 'granted')
  certificates.learn('e-invoicing', 'B2', '361757', 'denied')
  rights.record({ certificateSerial: '00:b2', cuis: [CUI] })
  certificates.seen([factsOf('B2', 300)])
  expect(certificates.rightsFor('e-invoicing', CUI)).toEqual([
    { serial: 'A1', name: 'A1', answer: 'granted', at: NOON },
    { serial: 'B2', name: 'Holder of B2 (B2)', answer: 'granted', at: NOON },
  ])
  expect(certificates.rightsFor('mailbox', CUI)).toEqual([
    { serial: 'B2', name: 'Holder of B2 (B2)', answer: 'granted', at: NOON },
  ])
  expect(certificates.reached()).toEqual([
    { serial: 'A1', cui: CUI, name: null },
    { serial: 'B2', cui: CUI, name: null },
  ])
  expect(certificates.lastReaching('mailbox')).toBe('B2')
  expect([certificates.forget('B2'), certificates.forget('B2')]).toEqual([true, false])
  expect([certificates.lastReaching('e-invoicing'), certificates.lastReaching('mailbox')]).toEqual(['A1', null])
  expect(certificates.reached().map(({ serial }) => serial)).toEqual(['A1'])
})

test('a certificate that has ended holds no company any more', async () => {
  const { archive } = await withMail()
  const { certificates } = archive
  certificates.learn('e-invoicing', 'A1', CUI, 'granted')
  certificates.seen([factsOf('A1', -1)])
  expect(certificates.rightsFor('e-invoicing', CUI)).toEqual([])
})

test('modules that were added by path are kept in their order, each once', async () => {
  const { archive } = await withMail()
  const { certificates } = archive
  for (const path of ['/opt/b.so', '/opt/a.so', '/opt/b.so']) certificates.addModule(path)
  certificates.removeModule('/opt/none.so')
  expect(certificates.modules().toSorted()).toEqual(['/opt/a.so', '/opt/b.so'])
  certificates.removeModule('/opt/b.so')
  expect(certificates.modules()).toEqual(['/opt/a.so'])
})
