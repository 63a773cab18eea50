import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sheetOf, workbookOf } from './workbook.ts'

test('a day that the calendar lacks stays as written, and is no other day', async () => {
  const columns = (['day', 'moment'] as const).map(type => ({ head: type, type, value: (day: string) => day }))
  const rows = ['2026-02-28', '2026-02-30', '2026-13-01']
  const day = sheetOf({ name: 'Zile', columns: columns.slice(0, 1), rows })
  const moment = sheetOf({ name: 'Momente', columns: columns.slice(1), rows: rows.map(text => `${text}T10:30`) })
  const { sheets } = await readXlsx(await workbookOf([day, moment]))
  expect(sheets.map(sheet => sheet.rows.slice(1).flat())).toEqual([
    [new Date('2026-02-28T00:00:00Z'), '2026-02-30', '2026-13-01'],
    [new Date('2026-02-28T10:30:00Z'), '2026-02-30T10:30', '2026-13-01T10:30'],
  ])
})
