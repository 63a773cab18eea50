import { expect, test } from 'vitest'
import { anOddInvoice, PLAIN } from '../../../shared/documents/booked/odd-invoices.fixture.ts'
import { aMessage, aZip, CUI, NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { agreeWithLedger, inspectLedger } from './agree.ts'

const LEDGER = 'Numar;Data;CUI;Total\nFCT-1;28.10.2026;361757;121,00\nFCT-2;05.10.2026;361757;121,00\n'

test('W-04: without days whole months are compared: what the ledger lacks after its last row is missing, too', async () => {
  const archive = await openTestArchive(temporaryFolder())
  archive.companies.put(CUI, 'granted')
  const days = { 'FCT-1': '2026-10-28', 'FCT-2': '2026-10-05', 'FCT-3': '2026-10-01', 'FCT-9': '2026-10-31' }
  const others = { 'FCT-0': '2026-09-30', 'FCT-10': '2026-11-01' }
  for (const [n, [number, issueDate]] of Object.entries({ ...days, ...others }).entries()) {
    archive.messages.record([aMessage({ id: String(n + 1) })])
    await archive.messages.store(String(n + 1), aZip(anOddInvoice({ ...PLAIN, number, issueDate })))
  }
  const file = { bytes: new TextEncoder().encode(LEDGER), fileName: 'jurnal.csv', columns: {} }
  const { sha256, since, until } = await inspectLedger(archive, file)
  expect([since, until]).toEqual(['2026-10-01', '2026-10-31'])
  const agree = async (typed: { since?: string; until?: string } = {}) => {
    const { id, ...agreement } = await agreeWithLedger(
      { archive, whyMissing: () => undefined, now: () => NOON },
      { sha256, columns: {}, cui: CUI, direction: 'received', since: typed.since, until: typed.until },
      { signal: new AbortController().signal, progress: () => undefined },
    )
    const { items } = archive.agreements.rows(id, { only: 'not-in-books', limit: 10, offset: 0 })
    return [agreement.since, agreement.until, ...items.map(({ invoice }) => invoice?.number)]
  }
  expect(await agree()).toEqual(['2026-10-01', '2026-10-31', 'FCT-3', 'FCT-9'])
  // Days that were typed stay as they are.
  expect(await agree({ since: '2026-10-05' })).toEqual(['2026-10-05', '2026-10-31', 'FCT-9'])
  expect(await agree({ until: '2026-10-28' })).toEqual(['2026-10-01', '2026-10-28', 'FCT-3'])
})

test('W-04: a ledger without any day has no period, and a month of 28 days ends on the 28th', async () => {
  const archive = await openTestArchive(temporaryFolder())
  const periodOf = async (...rows: string[]) => {
    const bytes = new TextEncoder().encode(['Numar;Data;CUI;Total', ...rows].join('\n'))
    const { since, until } = await inspectLedger(archive, { bytes, fileName: 'jurnal.csv', columns: {} })
    return [since, until]
  }
  expect(await periodOf('FCT-1;;361757;121,00')).toEqual([null, null])
  expect(await periodOf('A1;31.12.2025;361757;1,00', 'A2;03.02.2026;361757;1,00')).toEqual(['2025-12-01', '2026-02-28'])
})
