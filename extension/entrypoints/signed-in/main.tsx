import '../../ui/tokens.css'
import '../../ui/components.css'
import { startPage } from '../../features/page/page.ts'
import { preparePanel } from '../../features/panel/open.ts'
import { SignedInPage } from '../../features/sign-in/signed-in.tsx'
import { draw } from '../../ui/draw.tsx'

const [page] = await Promise.all([startPage(), preparePanel()])
draw(<SignedInPage page={page} />)
