import { VERSION } from '../../shared/domain/product.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Check } from '../../shared/protocol/doctor.ts'
import { failed, found } from './check.ts'

/**
 * Compares this program with the asking extension, whose minor version may differ, and with the programs that the
 * browsers start.
 */
export function checkVersions(extension: string | undefined, installed: readonly string[], host = VERSION): Check[] {
  const others = [...new Set(installed)].filter(version => version !== host)
  return [
    ofBoth(extension, host),
    ...others.map(version => found('version', 'version-installed-other', { installed: version, host })),
  ]
}

function ofBoth(extension: string | undefined, host: string): Check {
  if (extension === undefined) return found('version', 'version-host', { host })
  const [own, its] = [major(host), major(extension)]
  if (own === its) return found('version', 'version-both', { host, extension })
  const reason = own < its ? 'version-host-old' : 'version-extension-old'
  return failed('version', new RecipisaError(reason, { host, extension }))
}

const major = (version: string): number => Number.parseInt(version, 10)
