import '../../ui/tokens.css'
import '../../ui/components.css'
import { startPage } from '../../features/page/page.ts'
import { Settings } from '../../features/settings/settings.tsx'
import { draw } from '../../ui/draw.tsx'

const page = await startPage()
draw(<Settings page={page} />)
