import { render } from '@testing-library/preact'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pageInMemory } from '../page/page.fixture.ts'
import { Desk } from './desk.tsx'
import { createDesk } from './desk-state.ts'

/** The desk at an address, with the host's answers to come. */
export async function drawDesk(hash: string) {
  location.hash = hash
  const host = inMemoryHost()
  const page = pageInMemory(connectHost(host.open))
  const desk = await createDesk(page)
  render(<Desk page={page} desk={desk} />)
  return { desk, host }
}
