import '../../ui/tokens.css'
import '../../ui/components.css'
import { Desk } from '../../features/desk/desk.tsx'
import { createDesk } from '../../features/desk/desk-state.ts'
import { startPage } from '../../features/page/page.ts'
import { draw } from '../../ui/draw.tsx'

const page = await startPage()
const desk = await createDesk(page)
draw(<Desk page={page} desk={desk} />)
