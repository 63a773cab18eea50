// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { signInStore } from '../certificate-visit/stored-visits.ts'
import { ApplicationStep } from '../first-run/application-step.tsx'
import { pageInMemory, SETTLED } from '../page/page.fixture.ts'
import { OauthForm } from './oauth-form.tsx'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(cleanup)

test('a sign-in that failed before the application was saved anew is forgotten on every page, and an open one is not', async () => {
  const { open } = inMemoryHost({ 'profile.configure': () => SETTLED.profile })
  render(<OauthForm page={pageInMemory(connectHost(open))} profile={SETTLED.profile} />)
  const save = async () => {
    fireEvent.click(screen.getByRole('button'))
    await screen.findByRole('status')
  }
  const error = toErrorBody(new RecipisaError('client-rejected'))
  await signInStore.write({ phase: 'failed', tabId: 1, startedAt: 1, error })
  await save()
  await expect.poll(signInStore.read).toBeUndefined()
  await signInStore.write({ phase: 'exchanging', tabId: 1, startedAt: 2 })
  await save()
  expect((await signInStore.read())?.phase).toBe('exchanging')
})

test('the spaces around a pasted client secret are no part of it, and spaces alone are no secret', async () => {
  const profile = { ...SETTLED.profile, hasClientSecret: false }
  const { open, received } = inMemoryHost({ 'profile.configure': () => profile })
  render(<OauthForm page={pageInMemory(connectHost(open))} profile={profile} />)
  const secret = screen.getByLabelText(/Client Secret/i)
  const save = () => fireEvent.click(screen.getByRole('button'))
  fireEvent.input(secret, { target: { value: ' \t' } })
  save()
  await expect.poll(() => secret.getAttribute('aria-invalid')).toBe('true')
  expect(received).toEqual([])
  fireEvent.input(secret, { target: { value: ' pasted-secret\t' } })
  save()
  await expect.poll(() => received).toMatchObject([{ params: { clientSecret: 'pasted-secret' } }])
})

test('another client ID is not saved without its own secret: the stored one stays with the first', async () => {
  const { open, received } = inMemoryHost({ 'profile.configure': () => SETTLED.profile })
  render(<OauthForm page={pageInMemory(connectHost(open))} profile={SETTLED.profile} />)
  const secret = screen.getByLabelText(/Client Secret/i)
  fireEvent.input(screen.getByLabelText(/Client ID/i), { target: { value: 'b' } })
  await expect.poll(() => secret.getAttribute('placeholder')).toBe('')
  const save = () => fireEvent.click(screen.getByRole('button'))
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('Client Secret')
  expect(received).toEqual([])
  fireEvent.input(secret, { target: { value: 'its own' } })
  save()
  await expect.poll(() => received).toMatchObject([{ params: { clientId: 'b', clientSecret: 'its own' } }])
})

test('the environment is taken over when it changes, and neither the outcome of saving nor a typed text is lost', async () => {
  const { open, received } = inMemoryHost({ 'profile.configure': () => SETTLED.profile })
  const page = pageInMemory(connectHost(open))
  const step = (environment: 'prod' | 'test') => (
    <ApplicationStep page={page} profile={{ ...SETTLED.profile, environment }} signIn={undefined} isNext />
  )
  const { rerender } = render(step('prod'))
  const environment = screen.getByRole('combobox') as HTMLSelectElement
  fireEvent.change(environment, { target: { value: 'test' } })
  fireEvent.click(screen.getByRole('button', { name: /Salveaz|Save/ }))
  await expect.poll(() => received).toMatchObject([{ params: { environment: 'test' } }])
  await screen.findByText(/salvate|saved/)
  rerender(step('test'))
  screen.getByText(/salvate|saved/)
  const secret = screen.getByLabelText(/Client Secret/i) as HTMLInputElement
  fireEvent.input(secret, { target: { value: 'typed' } })
  rerender(step('prod'))
  await expect.poll(() => (screen.getByRole('combobox') as HTMLSelectElement).value).toBe('prod')
  expect((screen.getByLabelText(/Client Secret/i) as HTMLInputElement).value).toBe('typed')
})
