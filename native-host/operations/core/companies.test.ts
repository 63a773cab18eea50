import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import type { Services } from '../../services.ts'
import { companiesOperations } from './companies.ts'

const CUI = '14399840'

test('H-11 a "no right" is not taken for that of a certificate that somebody signed in with meanwhile', async () => {
  const archive = await openTestArchive(temporaryFolder())
  let present = 'AA'
  const services = {
    archive: async () => archive,
    certificate: async () => present,
    now: () => 0,
    eInvoicing: async () => ({
      async rightsFor() {
        present = 'BB'
        return { refusal: new RecipisaError('no-rights-for-company', { cui: CUI }), certificate: null }
      },
    }),
  } as unknown as Services
  const { signal } = new AbortController()
  const context = { signal, progress: () => undefined }
  const { refusal } = await companiesOperations(services)['companies.add']({ cui: CUI }, context)
  expect(refusal).toMatchObject({ code: 'no-rights' })
  expect(archive.certificates.rightsFor('e-invoicing', CUI)).toEqual([])
})
