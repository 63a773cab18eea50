import { expect, test } from 'vitest'
import { openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'
import type { Cursor } from './exchange.ts'

const at = (txid: string): Cursor => ({ epoch: 'birou toate', txid, seq: '1', since: '1' })

/** An archive that has sent in these transactions of its office. */
async function anArchive(...txids: string[]) {
  const { exchange } = await openTestArchive(temporaryFolder())
  for (const txid of txids) exchange.sent([], txid)
  return exchange
}

test('an archive that has sent before it has read knows its own transactions, and no others of its seat', async () => {
  const { hasSent } = await anArchive('40', '50')
  expect(['39', '40', '45', '50', '51'].filter(hasSent)).toEqual(['40', '50'])
})

test('what its seat wrote before the reading position is here, and stays so when it reads from the beginning again', async () => {
  const exchange = await anArchive('50', '59', '70')
  const known = () => ['1', '49', '50', '59', '60', '61', '70', '71'].filter(exchange.hasSent)
  exchange.receive([], at('60'))
  // Of the transaction itself more entries may follow.
  expect(known()).toEqual(['1', '49', '50', '59', '70'])
  exchange.restart(false)
  exchange.receive([], at('10'))
  expect(known()).toEqual(['1', '49', '50', '59', '70'])
  exchange.restart(true)
  expect(known()).toEqual([])
})
