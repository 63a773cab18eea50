import '../../ui/tokens.css'
import '../../ui/components.css'
import { SheetPage } from '../../features/invoices/sheet-page.tsx'
import { startPage } from '../../features/page/page.ts'
import { draw } from '../../ui/draw.tsx'

const query = new URLSearchParams(location.search)
draw(<SheetPage page={await startPage()} id={query.get('id') ?? ''} print={query.has('print')} />)
