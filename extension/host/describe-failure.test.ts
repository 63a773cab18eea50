import { expect, test, vi } from 'vitest'

test('the sentences of failures are loaded when the first one is to be read', async () => {
  vi.resetModules()
  const [{ describeFailure }, { loadSentencesOnUse }, { RecipisaError }] = await Promise.all([
    import('./describe-failure.ts'),
    import('./page-sentences.ts'),
    import('../../shared/errors/recipisa-error.ts'),
  ])
  loadSentencesOnUse()
  const error = new RecipisaError('host-missing', { problem: 'x' })
  const first = describeFailure(error, 'ro')
  expect([first.reason, first.side, first.what]).toEqual(['host-missing', 'ours', ''])
  await expect.poll(() => describeFailure(error, 'ro').what).toContain('Programul local')
  expect(describeFailure(error, 'en').next).toContain('guide')
})
