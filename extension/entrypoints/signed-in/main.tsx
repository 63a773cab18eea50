import '../../ui/tokens.css'
import '../../ui/components.css'
import { preparePanel } from '../../browser/open-pages.ts'
import { SessionPage } from '../../features/gateway-session/session-page.tsx'
import { startPage } from '../../features/page/page.ts'
import { SignedInPage } from '../../features/sign-in/signed-in.tsx'
import { draw } from '../../ui/draw.tsx'

const [page] = await Promise.all([startPage(), preparePanel()])
const service = new URLSearchParams(location.search).get('service')
draw(
  service === 'spv' || service === 'portal' ? (
    <SessionPage page={page} service={service} />
  ) : (
    <SignedInPage page={page} />
  ),
)
