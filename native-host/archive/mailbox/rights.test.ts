import { describe, expect, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { CUI, NOON, withMail } from '../core/test-archive.fixture.ts'

const PERSON = '1800101123459'

describe('rights', () => {
  const inventory = (...cuis: string[]) => ({ certificateSerial: 'AB12', cuis })
  const states = ({ rights }: Archive) =>
    Object.fromEntries(rights.list().rights.map(({ cui, state, gone }) => [cui, gone ? 'gone' : state]))

  test('companies are offered until the person has answered; listed companies and persons are not offered', async () => {
    const { archive } = await withMail()
    const { rights, companies } = archive
    expect([rights.areKnown(), rights.has(CUI), rights.offered()]).toEqual([false, false, 0])
    companies.put('361757', 'granted')
    rights.record(inventory(CUI, '361757', PERSON))
    expect(states(archive)).toEqual({ [CUI]: 'offered', 361757: 'listed', [PERSON]: 'listed' })
    expect([rights.areKnown(), rights.has(CUI), rights.offered()]).toEqual([true, true, 1])
    expect(rights.list()).toMatchObject({ asOf: NOON, certificateSerial: 'AB12' })
    rights.answered()
    expect(states(archive)).toEqual({ [CUI]: 'declined', 361757: 'listed', [PERSON]: 'listed' })
    expect(rights.offered()).toBe(0)
    // Companies that were removed by hand are not offered again; only new ones are.
    companies.remove('361757')
    rights.record(inventory(CUI, '361757', PERSON, '18547290'))
    expect(states(archive)).toEqual({ [CUI]: 'declined', 361757: 'declined', [PERSON]: 'listed', 18547290: 'offered' })
  })

  test('a withdrawn right is shown as withdrawn, and comes back with its answer', async () => {
    const { archive } = await withMail()
    const { rights } = archive
    rights.record(inventory(CUI, '18547290'))
    rights.answered()
    rights.caughtUp()
    expect(rights.areBehind()).toBe(false)
    rights.record(inventory('18547290'))
    expect(states(archive)).toEqual({ [CUI]: 'gone', 18547290: 'declined' })
    expect([rights.has(CUI), rights.areBehind()]).toEqual([false, false])
    rights.record(inventory(CUI, '18547290'))
    expect(states(archive)).toEqual({ [CUI]: 'declined', 18547290: 'declined' })
    // No list had its messages of the time between.
    expect(rights.areBehind()).toBe(true)
  })

  test('S-02 what another certificate has rights for is not gone, and is not this one’s', async () => {
    const { archive } = await withMail()
    const { rights } = archive
    rights.record(inventory(CUI, '361757'))
    rights.record({ certificateSerial: 'CD34', cuis: ['18547290', '361757'] })
    expect(states(archive)).toEqual({ [CUI]: 'offered', 361757: 'offered', 18547290: 'offered' })
    expect(rights.held().toSorted()).toEqual(['18547290', '361757'])
    expect([rights.has(CUI), rights.has('18547290')]).toEqual([false, true])
    expect(rights.heldByOthers()).toEqual([{ cui: CUI, certificates: ['AB12'] }])
    // The first certificate is back: it has lost a right, and the second one still has its own.
    rights.record(inventory('361757'))
    expect(states(archive)).toEqual({ [CUI]: 'gone', 361757: 'offered', 18547290: 'offered' })
    expect(rights.heldByOthers()).toEqual([{ cui: '18547290', certificates: ['CD34'] }])
  })

  test('a right that only a certificate had that has ended is gone', async () => {
    const { archive } = await withMail()
    const { rights, certificates } = archive
    rights.record(inventory(CUI))
    certificates.seen([
      { serial: 'AB12', subject: 'Ana', issuer: 'CA', validFrom: NOON - 2, validUntil: NOON - 1, usages: [] },
    ])
    rights.record({ certificateSerial: 'CD34', cuis: ['361757'] })
    expect(states(archive)).toEqual({ [CUI]: 'gone', 361757: 'offered' })
    expect(rights.heldByOthers()).toEqual([])
  })

  test('a service that names no certificate says nothing of those that it has named', async () => {
    const { archive } = await withMail()
    const { rights } = archive
    rights.record(inventory(CUI))
    rights.record({ certificateSerial: '', cuis: ['361757'] })
    expect(states(archive)).toEqual({ [CUI]: 'offered', 361757: 'offered' })
    expect(rights.held()).toEqual(['361757'])
  })
})
