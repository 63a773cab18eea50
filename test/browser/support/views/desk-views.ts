import type { Page } from 'playwright-core'

/** A view of the desk: its address, and the steps there. */
export type DeskView = readonly [name: string, address: string, show?: (desk: Page) => Promise<unknown>]

const firstRow = (desk: Page) => desk.locator('.table tr[data-id]').first()

/** All views of the desk, in English; `file` returns the path of one of the person's files. */
export const deskViews = (file: (name: string) => string): readonly DeskView[] => [
  ['invoices', 'invoices'],
  [
    'an invoice',
    'invoices?show=received',
    async desk => {
      await firstRow(desk).click()
      await desk.locator('.desk-detail article').waitFor()
    },
  ],
  [
    'invoices that are selected',
    'invoices?show=sent',
    async desk => {
      await firstRow(desk).getByRole('checkbox').check()
      await desk.locator('.selection-bar').waitFor()
    },
  ],
  ['invoices by company', 'invoices?group=company', desk => desk.locator('.groups tbody tr').first().waitFor()],
  ['nothing found', 'invoices?q=xyzzy', desk => desk.locator('.empty').waitFor()],
  [
    'a ledger about to be compared',
    'invoices',
    async desk => {
      await desk.getByRole('button', { name: 'Compare with your records…' }).click()
      await desk.locator('input[type=file]').first().setInputFiles(file('jurnal.csv'))
      await desk.getByRole('article', { name: 'Comparison with your records' }).waitFor()
    },
  ],
  [
    'the keys',
    'messages',
    async desk => {
      await desk.keyboard.press('?')
      await desk.getByRole('dialog').waitFor()
    },
  ],
  ['messages', 'messages?show=receipts'],
  ['declarations', 'declarations'],
  ['uploads', 'uploads'],
  ['companies', 'companies'],
]
