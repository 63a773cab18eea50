import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Inspection } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { LABELS } from '../core/labels.ts'
import { confirmUploads } from './confirm-upload.ts'

const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const INSPECTION: Inspection = {
  ...{ sha256: 'a'.repeat(64), size: 4, fileName: 'a.xml', standard: 'UBL', cui: '14399840', rights: 'granted' },
  ...{ suggested: FLAGS, problems: [], earlier: [] },
  invoice: {
    ...{ number: 'FCT-1', issueDate: '2026-11-20', sellerName: 'ACME SRL', sellerCui: '14399840' },
    ...{ buyerName: 'ROMTEST SRL', buyerCui: '9010105', currency: 'RON' },
    ...{ grossAmount: '1210.00', payableAmount: '0.00' },
  },
}

test('the preview of a paid invoice or a credit note has its total with VAT and its sign, as the lists have it', async () => {
  const terminal = (input: string) => Object.assign(new PassThrough(), { isTTY: true }).end(input)
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const cli: Cli = {
    call: () => expect.fail('nothing is asked of the host'),
    services: {} as Cli['services'],
    terminal: { stdin: terminal('yes\n'), stdout: new PassThrough(), stderr, locale: 'en' },
    ...{ labels: LABELS.en, json: false, signal: new AbortController().signal },
  }
  const plan = { inspection: INSPECTION, cui: '14399840', standard: 'UBL', flags: FLAGS } as const
  const invoice = INSPECTION.invoice && { ...INSPECTION.invoice, type: 'credit-note' as const }
  const note = { ...plan, inspection: { ...INSPECTION, sha256: 'b'.repeat(64), invoice }, standard: 'CN' } as const
  expect(await confirmUploads(cli, [plan, note], {})).toEqual(new Map())
  stderr.end()
  const shown = await text(stderr)
  expect(shown).toMatch(/^Amount +1,210\.00 RON$/m)
  expect(shown).toMatch(/^Amount +-1,210\.00 RON$/m)
})
