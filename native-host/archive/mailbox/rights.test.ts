import { describe, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../core/archive.ts'
import { CUI, NOON, withMail } from '../core/test-archive.fixture.ts'
import type { MailQuery } from './mailbox-archive.ts'

const _DAY = 86_400_000
const PERSON = '1800101123459'
const ALL: MailQuery = { unread: false, limit: 100, offset: 0 }
const signal = new AbortController().signal
const ignore = () => undefined

const _RECEIPT = {
  cui: CUI,
  form: 'D112',
  registrationNumber: 'INTERNT-130000000-2026',
  uploadIndex: '130000000',
  registeredOn: '2026-11-20',
  period: { year: 2026, month: 10 },
}

const _idsOf = ({ mailbox }: Archive, query: Partial<MailQuery>) =>
  mailbox.list({ ...ALL, ...query }).items.map(({ id }) => id)
const _verify = (archive: Archive) => archive.verify(ignore, signal)
const _reasonOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  return error instanceof RecipisaError ? error.reason : error
}

describe('rights', () => {
  const inventory = (...cuis: string[]) => ({ certificateSerial: 'AB12', cuis })
  const states = ({ rights }: Archive) =>
    Object.fromEntries(rights.list().rights.map(({ cui, state, gone }) => [cui, gone ? 'gone' : state]))

  test('companies are offered until the user has answered; what the list has already is not, nor is a person', async () => {
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
    // Taken off the list by hand, they are not offered again; only new ones are.
    companies.remove('361757')
    rights.record(inventory(CUI, '361757', PERSON, '18547290'))
    expect(states(archive)).toEqual({ [CUI]: 'declined', 361757: 'declined', [PERSON]: 'listed', 18547290: 'offered' })
  })

  test('a right that is gone is shown as such and comes back with its answer', async () => {
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
    // Its messages of the time between were in no list.
    expect(rights.areBehind()).toBe(true)
  })
})
