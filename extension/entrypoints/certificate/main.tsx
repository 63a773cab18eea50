import '../../ui/tokens.css'
import '../../ui/components.css'
import { ChoosePage } from '../../features/certificate-calls/choose-page.tsx'
import { startPage } from '../../features/page/page.ts'
import { draw } from '../../ui/draw.tsx'

draw(<ChoosePage page={await startPage()} />)
