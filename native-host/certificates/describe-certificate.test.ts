import { expect, test } from 'vitest'
import { createCertificateAuthority } from '../../test/authority/certificates.ts'
import { describeCertificate } from './describe-certificate.ts'

test('H-11 a certificate names holder, issuer, serial, validity and key usage', async () => {
  const authority = await createCertificateAuthority('Test CA')
  const { certificateDer } = await authority.issueClientCertificate({
    commonName: 'Popescu Ana',
    serialNumber: '1a2b3c',
    validUntil: new Date(Date.UTC(2030, 0, 2)),
  })
  expect(describeCertificate(certificateDer)).toEqual({
    serial: '1A2B3C',
    subject: 'Popescu Ana',
    issuer: 'Test CA',
    validFrom: expect.any(Number),
    validUntil: Date.UTC(2030, 0, 2),
    usages: ['digital-signature', 'non-repudiation', 'key-encipherment', 'client-auth'],
  })
})

test('an issuer’s own certificate, and bytes that are none, are left out', async () => {
  const { certificatePem } = await createCertificateAuthority('Test CA')
  expect(describeCertificate(Buffer.from(certificatePem))).toBeUndefined()
  expect(describeCertificate(Buffer.from('30820101', 'hex'))).toBeUndefined()
  expect(describeCertificate(new Uint8Array())).toBeUndefined()
})
