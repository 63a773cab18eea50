// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

/** The field as a page shows it: the page keeps the search. */
function draw(onAsked: (search: string) => void = () => undefined) {
  const asked: string[] = []
  const search = signal('')
  const onSearch = (next: string) => {
    asked.push(next)
    search.value = next
    onAsked(next)
  }
  const Page = () => <SearchField label="Search" search={search.value} onSearch={onSearch} />
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  return { asked, search, field, type }
}

test('U-04 a key that comes while a search begins is kept', async () => {
  const { asked, field, type } = draw(next => {
    if (next === 'ACM') type('ACME')
  })
  type('ACM')
  await vi.waitFor(() => expect(asked).toEqual(['ACM', 'ACME']))
  expect(field.value).toBe('ACME')
})

test('U-04 the field follows a search that the page begins or ends', async () => {
  const { asked, search, field, type } = draw()
  type('ACME')
  await vi.waitFor(() => expect(asked).toEqual(['ACME']))
  for (const next of ['oct 2026', '', 'ACME']) {
    search.value = next
    await vi.waitFor(() => expect(field.value).toBe(next))
  }
  expect(asked).toEqual(['ACME'])
})
