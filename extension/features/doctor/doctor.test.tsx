// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Check, Examination } from '../../../shared/protocol/doctor.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { Doctor } from './doctor.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const check = (finding: string, state: Check['state'], params: Check['params'] = {}): Check => ({
  id: 'manifest',
  ...{ finding, state, params, message: '' },
})

/** The check as drawn for the host's answer. */
function draw(answer: () => unknown): void {
  const { open } = inMemoryHost({ 'host.doctor': answer })
  render(<Doctor host={connectHost(open)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Verifică acest calculator' }))
}

test('H-07 the check shows what to do first, then a line for each finding, and folds away what does not concern this computer', async () => {
  const broken = check('manifest-missing', 'broken', { browser: 'Opera', path: '~/x' })
  const checks = [check('manifest-fine', 'fine', { browser: 'Firefox' }), broken, check('modules-of-system', 'none')]
  const program = { version: '1.0.0', node: '26.0.0', system: 'linux' }
  draw((): Examination => ({ program, checks, next: broken }))
  const first = (await screen.findByText('De făcut întâi')).closest('.notice')
  expect(first?.textContent).toContain('Rulați „recipisa host install”')
  const lines = [...document.querySelectorAll('.doctor-lines li')].map(line => line.textContent)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Opera nu cunoaște programul local: lipsește ~/x.')
  const folded = screen.getByText('1 verificare nu privește acest calculator').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('PKCS#11')
  screen.getByRole('button', { name: 'Verifică din nou' })
})

test('an older local program that knows no such check says so', async () => {
  draw(() => {
    const details = { reason: 'method-unknown', params: { method: 'host.doctor' } }
    throw { code: 'invalid-input', message: 'unknown', details }
  })
  await screen.findByText(/Actualizați programul local/)
})
