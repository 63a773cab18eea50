import { afterEach, expect, test } from 'vitest'
import { createTokenTransport } from './token-transport.ts'

const { platform } = process
const pretend = (value: string) => Object.defineProperty(process, 'platform', { value })
afterEach(() => pretend(platform))

test.each(['win32', 'darwin'])(
  'E-28 on %s the person is told that it does not work yet, and nothing is started',
  async system => {
    pretend(system)
    const transport = createTokenTransport({
      driver: '/x',
      serial: null,
      ca: null,
      command: ['/no/such/program'],
      env: {},
    })
    const request = { method: 'GET', url: 'https://x', headers: {}, maxBytes: 1, changesNothing: true } as const
    await expect(transport.send(request, new AbortController().signal)).rejects.toMatchObject({
      reason: 'token-unsupported',
    })
    await transport.close()
  },
)

test.runIf(platform === 'linux')('E-28 a program that cannot be started is told as such, each time', async () => {
  const transport = createTokenTransport({
    driver: '/x',
    serial: null,
    ca: null,
    command: ['/no/such/program'],
    env: {},
  })
  const request = { method: 'GET', url: 'https://x', headers: {}, maxBytes: 1, changesNothing: true } as const
  for (let n = 0; n < 2; n += 1)
    await expect(transport.send(request, new AbortController().signal)).rejects.toMatchObject({
      reason: 'token-process-ended',
    })
  await transport.close()
})
