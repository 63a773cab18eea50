import { randomInt } from 'node:crypto'
import type { Exchange, Reply } from '../http.ts'
import { firewallPage } from '../pages.ts'

/** Path traversal: a relative path in xsi:schemaLocation. */
const RELATIVE_SCHEMA = /schemaLocation\s*=\s*["'][^"']*\.\.\//
/** A shell command: `;CP` in an address. */
const COPY_IN_ADDRESS = /<(?:\w+:)?(?:StreetName|AdditionalStreetName|CityName|Line)>[^<]*;CP/
/** The stricter policy: any two capitals after a semicolon, anywhere, and any upward path. */
const STRICT = /;\s?[A-Z]{2}|\.\.\//

/** The firewall before the public host: it watches `transformare`, its /DA more closely, and never `validare` (E-27). */
export function firewall({ path, body }: Exchange): Reply | undefined {
  if (!/^\/prod\/FCTEL\/rest\/transformare\//.test(path)) return undefined
  const text = body.toString('latin1')
  const isBlocked =
    RELATIVE_SCHEMA.test(text) || COPY_IN_ADDRESS.test(text) || (path.endsWith('/DA') && STRICT.test(text))
  return isBlocked ? firewallPage(`1153421783${String(randomInt(1e9)).padStart(10, '0')}`) : undefined
}
