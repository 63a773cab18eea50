import '../../ui/tokens.css'
import '../../ui/components.css'
import { preparePanel } from '../../browser/open-pages.ts'
import { startPage } from '../../features/page/page.ts'
import { Popup } from '../../features/popup/popup.tsx'
import { popupPhrases } from '../../locales/phrases.ts'
import { draw } from '../../ui/draw.tsx'

const [page] = await Promise.all([startPage({ showsLast: true, phrases: popupPhrases }), preparePanel()])
draw(<Popup page={page} />)
