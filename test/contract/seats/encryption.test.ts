import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOffice } from '../../../native-host/office/create-office.ts'
import { type OfficeAccess, openOfficeDatabase } from '../../../native-host/office/database.ts'
import { createCertificateAuthority } from '../../authority/certificates.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { MANAGER } from '../support/seats.ts'

/** An address of this machine that the program treats as another machine's, like 192.168.1.10. */
const ELSEWHERE = '0.0.0.0'

describe.skipIf(!HAS_POSTGRES)('a database beyond this machine', () => {
  let encrypted: PostgresServer
  let plain: PostgresServer
  let ca: string
  beforeAll(async () => {
    const issuer = await createCertificateAuthority('Cabinetul de test')
    ca = issuer.certificatePem
    ;[encrypted, plain] = await Promise.all([
      startPostgres({ tls: await issuer.issueServerCertificate([], [ELSEWHERE]) }),
      startPostgres(),
    ])
    for (const server of [encrypted, plain]) await server.createDatabase('birou', MANAGER)
  })
  afterAll(async () => {
    await encrypted?.stop()
    await plain?.stop()
  })

  const accessTo = (server: PostgresServer, host: string, pem: string | null): OfficeAccess => ({
    url: server.url('birou', MANAGER.user).replace('127.0.0.1', host),
    password: MANAGER.password,
    ca: pem,
  })
  /** Whether a connection is encrypted. */
  const isEncrypted = async (access: OfficeAccess) => {
    const database = openOfficeDatabase(access)
    try {
      const [row] = await database.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
      return row?.ssl
    } finally {
      await database.close()
    }
  }

  test('is reached over TLS, its certificate checked by the CA that was given and the address that was typed', async () => {
    const access = accessTo(encrypted, ELSEWHERE, ca)
    expect(await isEncrypted(access)).toBe(true)
    const login = await createOffice(access, { seat: 'Ana', storage: null })
    expect(new URL(login.url).hostname).toBe(ELSEWHERE)
    expect(await isEncrypted({ ...login, ca })).toBe(true)
  })

  test('is refused without TLS, with the reason', async () => {
    await expect(isEncrypted(accessTo(plain, ELSEWHERE, ca))).rejects.toMatchObject({
      reason: 'office-unreachable',
      params: { host: ELSEWHERE, problem: 'The server does not support SSL connections' },
    })
    expect(await isEncrypted(accessTo(plain, '127.0.0.1', null))).toBe(false)
  })

  test('is refused with a certificate of another CA, or of one that the system does not know', async () => {
    const other = await createCertificateAuthority('Altcineva')
    for (const pem of [other.certificatePem, null])
      await expect(isEncrypted(accessTo(encrypted, ELSEWHERE, pem))).rejects.toMatchObject({
        reason: 'office-certificate',
        params: { host: ELSEWHERE },
      })
  })

  test('is refused with a certificate for another name or address, where a CA is given on this machine too', async () => {
    expect(await isEncrypted(accessTo(encrypted, 'localhost', ca))).toBe(true)
    await expect(isEncrypted(accessTo(encrypted, '127.0.0.1', ca))).rejects.toMatchObject({
      reason: 'office-certificate',
      params: { problem: expect.stringContaining('127.0.0.1') },
    })
  })
})
