import { describe, expect, test } from 'vitest'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { aMessage } from '../core/test-archive.fixture.ts'
import { safePart } from '../store/names.ts'
import { folderOf, readableName } from './invoice-documents.ts'

const message = aMessage({ id: '3001474425', uploadIndex: '5001' })
const invoice: InvoiceSummary = {
  number: 'FCT-1001',
  issueDate: '2026-11-20',
  sellerName: 'Romtest S.R.L.',
  sellerCui: '361757',
  buyerName: 'Ștefan',
  buyerCui: '14399840',
  payableAmount: null,
  currency: null,
}

describe('a document on disk', () => {
  test('has a name that people can read', () => {
    expect(readableName(message, invoice)).toBe('2026-11-20_FCT-1001_ROMTEST-S-R-L_3001474425')
    const sent = { ...invoice, sellerCui: '14399840', buyerCui: '1', buyerName: 'șerban țîră' }
    expect(readableName(message, sent)).toBe('2026-11-20_FCT-1001_serban-tira_3001474425')
    expect(readableName(message, null)).toBe('2026-11-20_5001_3001474425')
  })

  test('never has a name that leads elsewhere, or that a system refuses', () => {
    const nasty = [
      '../../x',
      'CON',
      'a/b\\c',
      'nul.',
      'x:y',
      '..',
      '.',
      ' ',
      '\0',
      'a\nb',
      '文件',
      'é'.repeat(300),
      '-rf',
    ]
    for (const number of nasty) {
      const name = readableName(message, { ...invoice, number, sellerName: number })
      expect(name).toMatch(/^2026-11-20_[A-Za-z0-9_-]*3001474425$/)
      expect(name.length).toBeLessThan(120)
    }
    expect(safePart('../../x')).toBe('x')
  })

  test('has only digits for ids and CUIs in its path', () => {
    for (const id of ['', '..', '1/2', '../1', 'a', '1'.repeat(21)])
      expect(() => readableName({ ...message, id }, null)).toThrow()
    expect(() => folderOf({ ...message, cui: '../x' })).toThrow()
  })

  test("lies in the folder of its company, its month in Romania and its kind, in accountants' words", () => {
    expect(folderOf(message)).toBe('14399840/2026/11/facturi-primite')
    // 22:30 UTC is already the next year in Bucharest
    const newYear = { ...message, createdAt: Date.UTC(2026, 11, 31, 22, 30) }
    expect(folderOf({ ...newYear, kind: 'sent' })).toBe('14399840/2027/01/facturi-trimise')
    expect(folderOf({ ...newYear, kind: 'errors' })).toBe('14399840/2027/01/erori')
    expect(folderOf({ ...newYear, kind: 'buyer-message' })).toBe('14399840/2027/01/mesaje')
    expect(folderOf({ ...newYear, kind: 'other' })).toBe('14399840/2027/01/altele')
  })
})
