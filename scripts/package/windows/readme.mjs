// README.txt of the installed folder; the programs list names it.
import { PRODUCT } from '../../../shared/domain/product.ts'

/** In both languages, for Notepad: UTF-8 with a byte order mark, lines end with CR LF. */
export function readme(version) {
  return `\uFEFF${TEXT(version).replaceAll('\n', '\r\n')}`
}

const TEXT = version => `${PRODUCT} ${version}

Acesta este programul local al extensiei ${PRODUCT}. Chrome, Edge, Brave, Vivaldi, Opera și Firefox îl pornesc singure.
Arhiva dumneavoastră (facturi, recipise, mesaje) este în folderul %LOCALAPPDATA%\\${PRODUCT}.
Dezinstalare: Setări > Aplicații > ${PRODUCT}. Arhiva rămâne; dacă nu mai aveți nevoie de ea, ștergeți folderul de mai sus.
Înainte de dezinstalare, comanda recipisa host uninstall --secrets șterge autorizarea, sesiunile și secretul aplicației.

This is the local program of the ${PRODUCT} extension. Chrome, Edge, Brave, Vivaldi, Opera and Firefox start it by themselves.
Your archive (invoices, receipts, messages) is in the folder %LOCALAPPDATA%\\${PRODUCT}.
To uninstall: Settings > Apps > ${PRODUCT}. The archive stays; when you no longer need it, delete the folder above.
Before that, the command recipisa host uninstall --secrets deletes the authorization, the sessions and the client secret.

At a command prompt: recipisa --help
`
