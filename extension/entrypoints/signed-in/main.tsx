import '../../ui/tokens.css'
import '../../ui/components.css'
import { ownTab, preparePanel } from '../../browser/open-pages.ts'
import { RoundPage } from '../../features/certificate-round/round-page.tsx'
import { SessionPage } from '../../features/gateway-session/session-page.tsx'
import { type Page, startPage } from '../../features/page/page.ts'
import { SignedInPage } from '../../features/sign-in/signed-in.tsx'
import { draw } from '../../ui/draw.tsx'

const [page, tabId] = await Promise.all([startPage(), ownTab(), preparePanel()])
const service = new URLSearchParams(location.search).get('service')

/** The outcome of this tab's visit or round. */
function Result({ page }: { page: Page }) {
  if (service === 'spv' || service === 'portal') return <SessionPage page={page} service={service} />
  const round = page.round.value
  return round && round.tabId === tabId ? <RoundPage page={page} round={round} /> : <SignedInPage page={page} />
}

draw(<Result page={page} />)
