import '../../ui/tokens.css'
import '../../ui/components.css'
import { SpvPage } from '../../features/gateway-session/spv-page.tsx'
import { startPage } from '../../features/page/page.ts'
import { preparePanel } from '../../features/panel/open.ts'
import { SignedInPage } from '../../features/sign-in/signed-in.tsx'
import { draw } from '../../ui/draw.tsx'

const [page] = await Promise.all([startPage(), preparePanel()])
const isOfSpv = new URLSearchParams(location.search).get('service') === 'spv'
draw(isOfSpv ? <SpvPage page={page} /> : <SignedInPage page={page} />)
