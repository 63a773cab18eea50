import { expect, test } from 'vitest'
import { answerOf, wireOf } from '../wire/wire.fixture.ts'
import { createApi } from './authorized-api.ts'
import { certificateAccess } from './certificate-access.ts'
import { createTokenProof } from './token-proof.ts'

test('E-28 a certificate that is refused, or that the browser did not show, is no missing right of a company', async () => {
  for (const status of [401, 403]) {
    const { http } = wireOf(() => answerOf(status, JSON.stringify({ message: 'Access denied' })))
    const api = createApi(
      http,
      certificateAccess,
      createTokenProof(() => 0),
    )
    const read = api.read(
      { operation: 'listaMesajeFactura', url: 'https://cert.localhost/a', maxBytes: 100 },
      new AbortController().signal,
    )
    await expect(read).rejects.toMatchObject({ reason: 'certificate-refused', code: 'auth-required' })
  }
})
