import { expect, test } from 'vitest'
import { describeReason } from '../../shared/errors/describe-reason.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { createApplication } from './application.ts'

test('all that the application lacks is named in one sentence, whether it is one thing or two', async () => {
  const missing = async (clientId: string | null) => {
    const profile = { clientId, redirectUri: null }
    const application = createApplication({
      profile,
      secrets: { get: async () => undefined },
      env: {},
      onSecret: () => undefined,
    })
    const error = await application.client().catch((reason: unknown) => reason)
    if (!(error instanceof RecipisaError)) throw error
    return describeReason(error.reason, error.params, 'ro').what
  }
  expect(await missing(null)).toBe('Aplicația OAuth nu este configurată complet. Lipsește: client ID, client secret.')
  expect(await missing('a')).toBe('Aplicația OAuth nu este configurată complet. Lipsește: client secret.')
})
