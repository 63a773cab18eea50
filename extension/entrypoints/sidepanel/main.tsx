import '../../ui/tokens.css'
import '../../ui/components.css'
import { startPage } from '../../features/page/page.ts'
import { Panel } from '../../features/panel/panel.tsx'
import { createPanelView } from '../../features/panel/view.ts'
import { draw } from '../../ui/draw.tsx'

const page = await startPage({ showsLast: true })
const view = await createPanelView(page)
draw(<Panel page={page} view={view} />)
