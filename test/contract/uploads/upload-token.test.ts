import { describe, expect, test } from 'vitest'
import { BUYER, CUI, desk, deskForEach, open, recorded, sent, upload } from '../support/upload-wire.ts'
import { failureOf, hastyClock, never } from '../support/wire.ts'

deskForEach()

describe('A-11 the token is proved before a body leaves', () => {
  const LIST = 'listaMesajeFactura'
  /** The calls of the API, in order: the operation's name and its answer's status. */
  const calls = () =>
    desk.authority.journal
      .find({ host: 'api.localhost' })
      .map(({ path, status }) => `${path.split('/').at(-1)} ${status}`)

  test('A-11 a token that is refused is renewed first, and costs no upload', async () => {
    const wire = await open()
    desk.authority.tokens.revokeAccess()
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls()).toEqual([`${LIST} 403`, `${LIST} 200`, 'upload 200'])
    expect(recorded()).toHaveLength(1)
  })

  test('a proof of minutes ago counts, an old one does not, and any accepted call is one', async () => {
    const clock = hastyClock()
    const wire = await open({}, clock)
    await wire.eInvoicing.hello(never)
    await upload(wire)
    await upload(wire)
    expect(calls()).toEqual(['hello 200', 'upload 200', 'upload 200'])
    await clock.sleep(4 * 60_000, never)
    await upload(wire) // the previous filing was a proof, too
    await clock.sleep(4 * 60_000, never)
    await upload(wire)
    expect(calls().slice(3)).toEqual(['upload 200', 'upload 200'])
    await clock.sleep(6 * 60_000, never)
    await upload(wire)
    expect(calls().slice(5)).toEqual([`${LIST} 200`, 'upload 200'])
  })

  test('it is of that token alone: with another one it is made anew', async () => {
    const wire = await open()
    await upload(wire)
    await desk.signIn(wire)
    await upload(wire)
    expect(calls()).toEqual([`${LIST} 200`, 'upload 200', `${LIST} 200`, 'upload 200'])
  })

  test('an upload that is answered like a closed door ends the proof: the next one finds out first', async () => {
    const wire = await open()
    await upload(wire)
    desk.authority.tokens.revokeAccess() // within the minutes for which it counts
    expect(await failureOf(upload(wire))).toMatchObject({ code: 'outcome-unknown' })
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls().slice(1)).toEqual(['upload 200', 'upload 403', `${LIST} 403`, `${LIST} 200`, 'upload 200'])
    expect(recorded()).toHaveLength(2)
  })

  test('a pause between the proof and the departure makes it old: it is made anew', async () => {
    const clock = hastyClock()
    const wire = await open({}, clock)
    desk.authority.faults.add({
      match: { path: '/upload' },
      nth: 2,
      effect: { kind: 'status', status: 429, retryAfterSeconds: 55 },
    })
    await upload(wire)
    await clock.sleep(250_000, never)
    expect(await failureOf(upload(wire))).toMatchObject({ code: 'outcome-unknown' })
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls().slice(1)).toEqual(['upload 200', 'upload 429', `${LIST} 200`, 'upload 200'])
  })

  test('a clock that is put back after the proof costs one call more, and no more than that', async () => {
    const clock = hastyClock()
    let ahead = 3_600_000
    const wire = await open({}, { ...clock, now: () => clock.now() + ahead })
    await upload(wire)
    ahead = 0
    await upload(wire)
    expect(calls()).toEqual([`${LIST} 200`, 'upload 200', `${LIST} 200`, 'upload 200'])
  })

  test('a service whose answers are always cut short is not asked for ever', async () => {
    const wire = await open()
    const cut = { kind: 'body', body: '{"eroare":"Nu exista mes' } as const
    desk.authority.faults.add({ match: { method: 'GET' }, times: 'always', effect: cut })
    expect(await failureOf(upload(wire))).toMatchObject({ code: 'service-unavailable' })
    expect(sent()).toEqual([])
    expect(calls().length).toBeLessThan(10)
  })

  test('E-32 a service that the token has no right to is told of before anything is sent', async () => {
    const wire = await open()
    const shut = { match: { path: /\/FCTEL\// }, times: 'always', effect: { kind: 'status', status: 403 } } as const
    desk.authority.faults.add(shut)
    const error = await failureOf(upload(wire))
    expect(error).toMatchObject({ reason: 'no-right-for-service', code: 'no-rights' })
    expect(sent()).toEqual([])
  })

  test('where the list cannot tell, the service that is there to try tokens does', async () => {
    const wire = await open()
    for (let n = 0; n < 1500; n++) await wire.daily.take('list-by-days', CUI)
    expect(await upload(wire)).toMatchObject({ outcome: 'accepted' })
    expect(calls()).toEqual(['hello 200', 'upload 200'])
    await desk.signIn(wire)
    desk.authority.faults.add({
      match: { path: LIST },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance-503' },
    })
    await upload(wire, { cui: BUYER })
    expect(calls().slice(2)).toEqual([`${LIST} 503`, 'hello 200', 'upload 200'])
  })

  test('a body whose token neither proves is not sent, with the reason', async () => {
    const wire = await open()
    for (const effect of [
      { kind: 'page', page: 'maintenance' },
      { kind: 'page', page: 'firewall' },
      { kind: 'status', status: 500 },
      { kind: 'body', body: '' },
      { kind: 'reset' },
    ] as const) {
      desk.authority.faults.add({ match: { method: 'GET' }, times: 'always', effect })
      const { code } = await failureOf(upload(wire))
      expect([effect, code]).not.toEqual([effect, 'outcome-unknown'])
      desk.authority.faults.clear()
    }
    desk.authority.tokens.revokeAll()
    expect(await failureOf(upload(wire))).toMatchObject({ reason: 'token-rejected' })
    expect(sent()).toEqual([])
  })

  test('a list that is refused to the company proves the token all the same', async () => {
    const wire = await open()
    expect(await upload(wire, { cui: BUYER })).toEqual({
      outcome: 'rejected',
      findings: [`Nu aveti drept in SPV pentru CIF=${BUYER}`],
    })
  })
})
