// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { EndingCertificates } from './ending-certificates.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 12)

test('H-11 in the last 30 days the panel names each certificate that ends, and nothing before', () => {
  const ending = (subject: string, days: number) => ({ serial: subject, subject, validUntil: NOW + days * DAY })
  const certificates = [ending('IONESCU MARIA', 7), ending('POPA ION', 30), ending('RADU ANA', 31)]
  render(<EndingCertificates certificates={certificates} now={NOW} />)
  const text = document.body.textContent ?? ''
  expect(['IONESCU MARIA', 'POPA ION', 'RADU ANA'].filter(name => text.includes(name))).toEqual([
    'IONESCU MARIA',
    'POPA ION',
  ])
})

test('H-11 days are counted by the calendar: a certificate that ends tomorrow or today is told so', () => {
  const told = (validUntil: number) => {
    const { container, unmount } = render(
      <EndingCertificates certificates={[{ serial: 'A1', subject: 'POPA ION', validUntil }]} now={NOW} />,
    )
    const [what] = (container.querySelector('.notice-what')?.textContent ?? '').split(',')
    unmount()
    return what
  }
  const tonight = Date.UTC(2026, 10, 22, 21, 59) // 23:59 in Romania
  expect(told(tonight)).toBe('Certificatul POPA ION expiră azi')
  expect(told(tonight + DAY)).toBe('Certificatul POPA ION expiră într-o zi')
  expect(told(NOW - 1)).toBe('')
})
