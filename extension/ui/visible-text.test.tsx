// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import './visible-text.ts'

afterEach(cleanup)

const HOSTILE = 'factura\u202efdp.exe'
const SHOWN = 'factura[U+202E]fdp.exe'

function Name({ of }: { of: string }) {
  return of
}

test('direction controls in drawn text are shown as signs: in elements, from components, in accessible names', () => {
  const { container } = render(
    <section aria-label={HOSTILE}>
      <p title={HOSTILE}>a {HOSTILE} b</p>
      <Name of={HOSTILE} />
      {[HOSTILE, 5]}
      <img alt={HOSTILE} src="data:," />
      <input value={HOSTILE} readOnly />
      <a href={`https://example.com/${HOSTILE}`}>ȘTEFĂNEȘTI ȚIGLĂ</a>
    </section>,
  )
  expect(container.textContent).toBe(`a ${SHOWN} b${SHOWN}${SHOWN}5ȘTEFĂNEȘTI ȚIGLĂ`)
  expect(container.querySelector('section')?.getAttribute('aria-label')).toBe(SHOWN)
  expect(container.querySelector('p')?.title).toBe(SHOWN)
  expect(container.querySelector('img')?.alt).toBe(SHOWN)
  // Values that are used and not shown stay as they are: an input's text, an address.
  expect(container.querySelector('input')?.value).toBe(HOSTILE)
  expect(container.querySelector('a')?.getAttribute('href')).toContain('\u202e')
})

test('changed text is shown the same way', () => {
  const name = signal('ACME SRL')
  const Shown = () => <p>{name.value}</p>
  const { container } = render(<Shown />)
  act(() => {
    name.value = HOSTILE
  })
  expect(container.textContent).toBe(SHOWN)
})
