import { describe, expect, test } from 'vitest'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import type { RequestParams } from '../../../shared/domain/requests.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import type { Archive } from '../core/archive.ts'
import { CUI, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'

const OTHER = '18547290'
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
const SESSION = { code: 'auth-required', message: 'no session', details: { reason: 'session-missing' } } as const

const answerTo = (requestId: string): ListedMail => ({
  id: '500',
  cui: CUI,
  type: 'RASPUNS SOLICITARE',
  kind: 'report',
  details: '',
  createdAt: NOON,
  hasTime: true,
  requestId,
  receipt: null,
  servedOn: null,
})

function begin(archive: Archive, cuis = [CUI], params: RequestParams = {}, again = false): ReportRequest[] {
  const begun = archive.requests.begin({ type: 'VECTOR FISCAL', cuis, params }, again)
  if ('open' in begun) throw new Error(`open: ${begun.open.id}`)
  return begun.requests
}
function beginOne(archive: Archive): ReportRequest {
  const [request] = begin(archive)
  if (!request) throw new Error('no request')
  return request
}
const openOf = (archive: Archive, cuis = [CUI], params: RequestParams = {}) => {
  const begun = archive.requests.begin({ type: 'VECTOR FISCAL', cuis, params }, false)
  return 'open' in begun ? begun.open.id : undefined
}
const states = ({ requests }: Archive, ...ids: number[]) => requests.ofIds(ids).map(({ state }) => state)

describe('sending', () => {
  test('a request is recorded once for each company, before anything is sent', async () => {
    const archive = await openTestArchive(temporaryFolder())
    const begun = begin(archive, [CUI, OTHER, CUI], { year: 2026, month: 6 })
    expect(begun).toMatchObject([
      { type: 'VECTOR FISCAL', cui: CUI, params: { year: 2026, month: 6 }, state: 'sending', createdAt: NOON },
      { cui: OTHER, state: 'sending', requestId: null, messageId: null },
    ])
    expect(archive.requests.list({ open: true, limit: 10, offset: 0 })).toMatchObject({ total: 2 })
    expect(archive.requests.openCount()).toBe(2)
  })

  test('while the same request is open or unknown for one company, none is recorded for any', async () => {
    const archive = await openTestArchive(temporaryFolder())
    const { id } = beginOne(archive)
    expect(openOf(archive, [OTHER, CUI])).toBe(id)
    expect(archive.requests.openCount()).toBe(1)
    archive.requests.update(id, { state: 'unknown' })
    expect(openOf(archive)).toBe(id)
    expect(begin(archive, [CUI], {}, true)).toMatchObject([{ state: 'sending' }])
    archive.requests.update(id + 1, { state: 'rejected', note: 'CUI-ul introdus nu este corect.' })
    expect(openOf(archive)).toBeUndefined()
  })

  test('a repeat that was not sent leaves the request before it open', async () => {
    const archive = await openTestArchive(temporaryFolder())
    const { id } = beginOne(archive)
    for (const state of ['unknown', 'requested'] as const) {
      archive.requests.update(id, { state })
      const [repeat] = begin(archive, [CUI], {}, true)
      archive.requests.update(repeat?.id ?? 0, { state: 'not-sent' })
      expect(openOf(archive), state).toBe(id)
    }
  })

  test('params in another order are the same request', async () => {
    const archive = await openTestArchive(temporaryFolder())
    begin(archive, [CUI], { month: 6, year: 2026 })
    expect(openOf(archive, [CUI], { year: 2026, month: 6 })).toBe(1)
    expect(openOf(archive, [CUI], { year: 2026, month: 12 })).toBeUndefined()
  })

  test('one of two hosts sends a request, once; a request whose sender died is unknown', async () => {
    const dataDir = temporaryFolder()
    const [one, other] = [await openTestArchive(dataDir), await openTestArchive(dataDir)]
    const { id } = beginOne(one)
    expect([one.requests.claim(id)?.id, other.requests.claim(id)]).toEqual([id, undefined])
    expect(other.requests.isClaimed(id)).toBe(true)
    expect(states(other, id)).toEqual(['sending'])
    // Ends like a killed process: its claims are free.
    one.close()
    // The next process does not send it again, even before anybody lists it.
    expect(other.requests.claim(id)).toBeUndefined()
    expect(states(other, id)).toEqual(['unknown'])
    expect(other.requests.get(id)?.trouble?.details.reason).toBe('request-unknown')
    expect(other.requests.claim(id)).toBeUndefined()
    expect(other.requests.open()).toEqual([])
  })

  test('a request that was certainly not sent is given back with the reason, and claimed again', async () => {
    const archive = await openTestArchive(temporaryFolder())
    const { id } = beginOne(archive)
    archive.requests.claim(id)
    archive.requests.putBack(id, NOON + 300_000, SESSION)
    expect(archive.requests.get(id)).toMatchObject({ state: 'sending', nextCheckAt: NOON + 300_000, trouble: SESSION })
    expect(archive.requests.wake()).toBe(1)
    expect(archive.requests.get(id)).toMatchObject({ nextCheckAt: NOON })
    expect(archive.requests.wake()).toBe(0)
    expect(archive.requests.claim(id)?.id).toBe(id)
  })
})

describe('the report', () => {
  async function requested() {
    const archive = await openTestArchive(temporaryFolder())
    const { id } = beginOne(archive)
    archive.requests.claim(id)
    archive.requests.update(id, { state: 'requested', requestId: '77', note: 'S-a transmis', nextCheckAt: NOON })
    archive.requests.release(id)
    return { archive, id }
  }

  test('a request is delivered once the message with its id is listed, archived with its document, and gets one notice', async () => {
    const { archive, id } = await requested()
    archive.mailbox.record([answerTo('78')], 0)
    expect(states(archive, id)).toEqual(['requested'])
    archive.mailbox.record([{ ...answerTo('77'), id: '501' }], 0)
    expect(archive.requests.get(id)).toMatchObject({ state: 'delivered', messageId: '501', deliveredAt: NOON })
    expect(archive.requests.openCount()).toBe(1)
    expect(archive.notices.list(0, 10).notices).toEqual([])
    await archive.mailbox.store('501', PDF)
    expect(archive.requests.get(id)).toMatchObject({ state: 'archived', nextCheckAt: null, trouble: null })
    expect(archive.requests.openCount()).toBe(0)
    expect(archive.mailbox.get('501')?.fileName).toBe('2026-11-20_RASPUNS-SOLICITARE_VECTOR-FISCAL_501.pdf')
    await archive.mailbox.store('501', PDF)
    await archive.mailbox.store('500', PDF)
    expect(archive.notices.list(0, 10).notices).toMatchObject([
      { kind: 'report', subject: 'VECTOR FISCAL', cui: CUI, messageId: '501' },
    ])
  })

  test('a report that came before the answer to its request was recorded gets its notice all the same', async () => {
    const archive = await openTestArchive(temporaryFolder())
    const { id } = beginOne(archive)
    archive.mailbox.record([answerTo('77')], 0)
    await archive.mailbox.store('500', PDF)
    archive.requests.update(id, { state: 'requested', requestId: '77' })
    expect(states(archive, id)).toEqual(['archived'])
    expect(archive.notices.list(0, 10).notices).toMatchObject([{ kind: 'report', messageId: '500' }])
  })

  test('a report that the service refuses ends the request with the service’s reason', async () => {
    const { archive, id } = await requested()
    archive.mailbox.record([answerTo('77')], 0)
    archive.mailbox.markRefused('500', 'Nu aveti dreptul sa descarcati acest mesaj')
    expect(archive.requests.get(id)).toMatchObject({
      state: 'delivered',
      nextCheckAt: null,
      trouble: { details: { params: { note: 'Nu aveti dreptul sa descarcati acest mesaj' } } },
    })
    expect(archive.requests.open()).toEqual([])
    expect(openOf(archive)).toBeUndefined()
  })
})

test('presets are favourites first, then at most twenty of the latest used', async () => {
  const archive = await openTestArchive(temporaryFolder())
  archive.requests.setFavourite('D112Contrib', {}, true)
  for (let month = 1; month <= 12; month++)
    for (const year of [2025, 2026])
      archive.requests.begin({ type: 'D300', cuis: [CUI], params: { month, year } }, false)
  const presets = archive.requests.presets()
  expect(presets).toHaveLength(21)
  expect(presets[0]).toEqual({ type: 'D112Contrib', params: {}, favourite: true, lastUsedAt: null })
  archive.requests.setFavourite('D112Contrib', {}, false)
  expect(archive.requests.presets()).toHaveLength(20)
})
