// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { ExportOutcome } from './export-outcome.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(cleanup)

test('W-03 U-02 after a cancelled “Save as” the file is offered again, and nothing counts as failed', () => {
  const made = {
    ...{ id: 3, format: 'saga' as const, at: 1, by: 'ana', invoices: 41 },
    ...{ fileName: 'saga.zip', size: 1, sha256: 'a'.repeat(64) },
  }
  const result = { export: made, taken: 0, unavailable: 0, problems: [] }
  const onSave = vi.fn()
  const phase = { is: 'done', result, error: new RecipisaError('cancelled') } as const
  render(<ExportOutcome phase={phase} onSave={onSave} onClose={() => undefined} />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/Gata: saga\.zip/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Salvează în Descărcări' }))
  expect(onSave).toHaveBeenCalledOnce()
})
