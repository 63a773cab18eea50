import { afterEach, beforeAll, expect, test } from 'vitest'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import { createWorld } from '../../authority/world/world.ts'
import { awayFromMidnight } from '../../support/away-from-midnight.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, shiftedClock } from '../support/wire.ts'

const CUI = '14399840'
const DAY = 86_400_000

let desk: Desk
let id = ''
beforeAll(awayFromMidnight)
afterEach(() => desk.close())

/** Two processes of one signed-in machine. */
async function open() {
  desk = await openDesk({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      id = world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - DAY }).messages[0]?.id ?? ''
      return world
    },
  })
  const one = await desk.wire({ clock: hastyClock() })
  await desk.signIn(one)
  return [one, await desk.wire({ clock: hastyClock() })] as const
}
const calls = (path: string) => desk.authority.journal.find({ path })

test('E-23 ten downloads of a message a day, over all processes and restarts; the eleventh makes no call', async () => {
  const [one, other] = await open()
  for (let n = 0; n < 5; n++) {
    await one.eInvoicing.download(id, never)
    await other.eInvoicing.download(id, never)
  }
  const restarted = await desk.wire({ clock: hastyClock() })
  for (const { eInvoicing } of [one, other, restarted]) {
    const { reason, code, params } = await failureOf(eInvoicing.download(id, never))
    expect([reason, code]).toEqual(['quota-reached', 'limit-reached'])
    expect(describeReason(reason, params, 'ro').what).toBe(`S-a atins limita ANAF pentru descarcare (${id}): 10 pe zi.`)
    expect(describeReason(reason, params, 'en').what).toContain(`for descarcare (${id}) has been reached: 10 a day.`)
  }
  expect(calls('descarcare')).toHaveLength(10)
})

test('E-23 repeated downloads count too', async () => {
  const [one] = await open()
  desk.authority.faults.add({ match: { path: 'descarcare' }, times: 'always', effect: { kind: 'reset' } })
  const reasons: string[] = []
  for (let n = 0; n < 4; n++) reasons.push((await failureOf(one.eInvoicing.download(id, never))).reason)
  expect(calls('descarcare')).toHaveLength(10)
  expect(reasons.at(-1)).toBe('quota-reached')
})

test('E-30 the authority’s own word that a limit is reached is believed for the day, and tomorrow is another', async () => {
  const [one, other] = await open()
  const eroare = `S-au facut deja 1500 interogari de lista mesaje pentru CUI= ${CUI} in cursul zilei`
  const body = JSON.stringify({ eroare, titlu: 'Lista Mesaje' })
  desk.authority.faults.add({ match: { path: 'listaMesajeFactura' }, effect: { kind: 'body', body } })
  const query = { cui: CUI, days: 5 }
  for (const { eInvoicing } of [one, one, other])
    expect(await failureOf(eInvoicing.listByDays(query, never))).toMatchObject({ reason: 'quota-reached' })
  expect(calls('listaMesajeFactura')).toHaveLength(1)
  // Another limit and another company are unaffected.
  expect(await one.eInvoicing.listWindow({ cui: CUI }, never)).toMatchObject({ messages: [{ cui: CUI }] })

  desk.authority.clock.advance(DAY)
  const tomorrow = await desk.wire({ clock: shiftedClock(() => DAY) })
  expect((await tomorrow.eInvoicing.listByDays(query, never)).messages).toHaveLength(1)
})

test('E-09 a message’s state is queried at most a hundred times a day', async () => {
  const [one, other] = await open()
  const uploadIndex = [...desk.authority.world.messages.values()][0]?.upload.uploadIndex ?? ''
  for (let n = 0; n < 50; n++) {
    await one.eInvoicing.status(uploadIndex, never)
    await other.eInvoicing.status(uploadIndex, never)
  }
  expect(await failureOf(one.eInvoicing.status(uploadIndex, never))).toMatchObject({ reason: 'quota-reached' })
  expect(calls('stareMesaj')).toHaveLength(100)
})

test('E-08 a state query answered with the daily limit gives no state and is not repeated', async () => {
  const [one] = await open()
  const message = 'S-au facut deja 100 interogari pentru id_incarcare= 18 in cursul zilei'
  const body = `<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1"><Errors errorMessage="${message}"/></header>`
  desk.authority.faults.add({ match: { path: 'stareMesaj' }, effect: { kind: 'body', body } })
  for (let n = 0; n < 2; n++)
    expect(await failureOf(one.eInvoicing.status('18', never))).toMatchObject({ reason: 'quota-reached' })
  expect(calls('stareMesaj')).toHaveLength(1)
})
