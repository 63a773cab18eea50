import { expect, test } from 'vitest'
import { type TodayItem, TodayKind } from '../protocol/today.ts'
import { describeItem } from './describe-item.ts'

const item = (changes: Partial<TodayItem>): TodayItem => ({
  ...{ kind: 'invoice-to-send', urgency: 'soon', cui: '14399840', companyName: 'ACME SRL', subject: 'F-78' },
  ...{ period: null, day: '2026-11-25', count: 1, rule: 'five-working-days', target: { area: 'invoices' } },
  ...changes,
})

test.each([
  [{}, 'F-78: cu erori, de transmis până la 25.11.2026'],
  [{ urgency: 'late' }, 'F-78: cu erori, termenul de transmitere a trecut la 25.11.2026'],
  [{ day: null }, 'F-78: cu erori, de transmis corectată'],
  [{ kind: 'leaving', count: 20 }, '20 de documente nu mai pot fi descărcate, primul după 25.11.2026'],
  [{ kind: 'leaving', count: 3 }, '3 documente nu mai pot fi descărcate, primul după 25.11.2026'],
  [{ kind: 'sent-late', count: 1, day: null }, 'O factură transmisă după termen în ultimele 30 de zile'],
  [{ kind: 'certificate', subject: 'Popescu Ana', cui: null }, 'Popescu Ana: certificatul expiră la 25.11.2026'],
  [{ kind: 'act', subject: 'SOMATIE' }, 'SOMATIE: actul se consideră comunicat la 25.11.2026'],
  [{ kind: 'declaration-refused', subject: 'D300', period: '2026-10', day: null }, 'D300 10.2026: cu erori'],
  [{ kind: 'declaration-refused', subject: 'D300', day: null }, 'D300: cu erori'],
  [
    { kind: 'declaration-missing', subject: 'D112', period: '2026-10' },
    'D112 pentru 10.2026: nicio depunere cunoscută; ziua obișnuită: 25.11.2026',
  ],
] as const)('W-05 a line in words: %o', (changes, title) => {
  expect(describeItem(item(changes), 'ro').title).toBe(title)
})

test('W-05 every line names its rule and the rule’s source, in both languages, and leaves no gap', () => {
  for (const locale of ['ro', 'en'] as const)
    for (const kind of TodayKind.options)
      for (const day of ['2026-11-25', null]) {
        const { title, rule, source } = describeItem(item({ kind, day }), locale)
        if (day !== null || !['leaving', 'act', 'authorization', 'certificate'].includes(kind))
          expect(title).not.toMatch(/[{}]| {2}/)
        expect([rule, source].every(text => text.length > 10)).toBe(true)
      }
})
