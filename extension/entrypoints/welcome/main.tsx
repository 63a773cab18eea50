import '../../ui/tokens.css'
import '../../ui/components.css'
import { preparePanel } from '../../browser/open-pages.ts'
import { readComputer } from '../../features/first-run/computer.ts'
import { Guide } from '../../features/first-run/guide.tsx'
import { watchHost } from '../../features/first-run/watch-host.ts'
import { startPage } from '../../features/page/page.ts'
import { draw } from '../../ui/draw.tsx'

const [page, computer] = await Promise.all([startPage(), readComputer(), preparePanel()])
watchHost(page)
draw(<Guide page={page} computer={computer} />)
