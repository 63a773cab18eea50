import '../../ui/tokens.css'
import '../../ui/components.css'
import { preparePanel } from '../../browser/open-pages.ts'
import { Guide } from '../../features/first-run/guide.tsx'
import { readSystem } from '../../features/first-run/system.ts'
import { watchHost } from '../../features/first-run/watch-host.ts'
import { startPage } from '../../features/page/page.ts'
import { draw } from '../../ui/draw.tsx'

const [page, system] = await Promise.all([startPage(), readSystem(), preparePanel()])
watchHost(page)
draw(<Guide page={page} system={system} />)
