import type { Site } from '../http.ts'
import { notFoundPage } from '../pages.ts'
import type { RegisterServices } from '../registers/site.ts'
import { check } from './checks.ts'
import type { ApiContext } from './context.ts'
import { firewall } from './firewall.ts'
import { SIGNATURE_PATH, validateSignature } from './signature.ts'

/** The public host: registers, validare, transformare and validate/signature, open to anyone, behind a firewall. */
export function createPublicSite(context: ApiContext, registers: RegisterServices): Site {
  return {
    handle: exchange => {
      const blocked = firewall(exchange)
      if (blocked) return blocked
      if (exchange.method === 'POST' && exchange.path === SIGNATURE_PATH)
        return validateSignature(exchange, context.ministry)
      return check(exchange, context) ?? registers.handle(exchange) ?? notFoundPage()
    },
  }
}
