import { existsSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from './credential-store.ts'
import { openSecrets } from './open.ts'
import { dataDir, folderForEach, inFile, secretsFile } from './secrets-folder.fixture.ts'

folderForEach()

describe('with a credential store', () => {
  const entries = new Map<string, string>()
  let longest = Number.POSITIVE_INFINITY
  const store =
    async () =>
    (user: string): Entry => ({
      getPassword: async () => entries.get(user) ?? null,
      setPassword: async value => {
        if (value.length * 2 > longest) throw new Error('too long')
        entries.set(user, value)
      },
      deleteCredential: async () => entries.delete(user),
    })
  const inStore = (platform: NodeJS.Platform = 'linux', scope = 's') => openSecrets({ dataDir, scope, platform, store })

  beforeEach(() => {
    entries.clear()
    longest = Number.POSITIVE_INFINITY
  })

  test('H-09 secrets lie in the store and in no file', async () => {
    const secrets = await inStore()
    expect(secrets.keptIn).toBe('credential-store')
    await secrets.set('tokens', 'a')
    expect(await (await inStore()).get('tokens')).toBe('a')
    expect(await (await inStore('linux', 'other')).get('tokens')).toBeUndefined()
    expect(existsSync(secretsFile())).toBe(false)
    await secrets.delete('tokens')
    expect(await secrets.get('tokens')).toBeUndefined()
    expect(entries.size).toBe(0)
  })

  test("a token set that is longer than an entry of Windows' store is stored all the same", async () => {
    longest = 2560
    const secrets = await inStore('win32')
    for (const length of [1, 1199, 1200, 1201, 6000, 2400, 10, 0]) {
      const value = 'ș'.repeat(length)
      await secrets.set('tokens', value)
      expect(await secrets.get('tokens')).toBe(value)
    }
    expect(entries.size).toBe(1)
    await secrets.set('tokens', 'x'.repeat(6000))
    await secrets.delete('tokens')
    expect(entries.size).toBe(0)
  })

  test('a write that breaks off between its parts leaves the old value', async () => {
    const secrets = await inStore('win32')
    await secrets.set('tokens', 'a'.repeat(3000))
    let writes = 0
    const breaking = await openSecrets({
      dataDir,
      scope: 's',
      platform: 'win32',
      store: async () => {
        const whole = await store()
        return user => ({
          ...whole(user),
          setPassword: async value => {
            if (++writes > 2) throw new Error('gone')
            await whole(user).setPassword(value)
          },
        })
      },
    })
    await expect(breaking.set('tokens', 'b'.repeat(3000))).rejects.toMatchObject({ reason: 'secret-store' })
    expect(await secrets.get('tokens')).toBe('a'.repeat(3000))
  })

  test.each([
    ['whose head is cut', (user: string) => !user.includes('/'), (text: string) => text.slice(0, 20)],
    ['with another program’s text', (user: string) => !user.includes('/'), () => 'not ours'],
    ['with too many parts', (user: string) => !user.includes('/'), () => '#{"set":"a","count":1e12,"sha256":""}'],
    ['with a damaged part', (user: string) => user.endsWith('1'), (text: string) => text.slice(1)],
    ['without one of its parts', (user: string) => user.endsWith('1'), () => ''],
  ])('an entry %s counts as none, and can be replaced and deleted', async (_, isHit, damaged) => {
    const secrets = await inStore('win32')
    const damage = async () => {
      await secrets.set('tokens', 'a'.repeat(3000))
      for (const [user, text] of entries) if (isHit(user)) entries.set(user, damaged(text))
    }
    await damage()
    expect(await secrets.get('tokens')).toBeUndefined()
    await secrets.set('tokens', 'b'.repeat(3000))
    expect(await secrets.get('tokens')).toBe('b'.repeat(3000))
    await damage()
    await secrets.delete('tokens')
    expect(await secrets.get('tokens')).toBeUndefined()
  })

  test('H-09 secrets that an earlier run put into the file move to the store, cookies of the portal included', async () => {
    const names = ['tokens', 'client-secret', 'session-spv', 'session-portal'] as const
    for (const name of names) await (await inFile('s')).set(name, `a ${name}`)
    const secrets = await inStore()
    for (const name of names) expect(await secrets.get(name)).toBe(`a ${name}`)
    expect(readFileSync(secretsFile(), 'utf8')).toBe('{}\n')
  })

  test('a locked store throws, and no file is written', async () => {
    const locked: Entry = {
      getPassword: () => Promise.reject(new Error('Secret Service: unlock prompt was dismissed')),
      setPassword: () => Promise.reject(new Error('Secret Service: unlock prompt was dismissed')),
      deleteCredential: () => Promise.reject(new Error('Secret Service: unlock prompt was dismissed')),
    }
    const secrets = await openSecrets({ dataDir, scope: 's', platform: 'linux', store: async () => () => locked })
    for (const work of [secrets.get('tokens'), secrets.set('tokens', 'a'), secrets.delete('tokens')])
      await expect(work).rejects.toMatchObject({ reason: 'secret-store' })
    expect(existsSync(secretsFile())).toBe(false)
  })
})
