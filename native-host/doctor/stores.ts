import type { Check } from '../../shared/protocol/doctor.ts'
import { inspectIndex } from '../archive/core/inspect.ts'
import { inTime } from '../secrets/in-time.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { failed, found } from './check.ts'

const MEGABYTE = 1024 * 1024
/** How long the credential store may take, ms: a locked one may wait for its owner. */
const PATIENCE = 10_000

/** Reads the index through. */
export function checkDatabase(dataDir: string): Check {
  try {
    const index = inspectIndex(dataDir)
    if (!index) return found('database', 'database-absent')
    const megabytes = Math.ceil(index.bytes / MEGABYTE)
    return found('database', 'database-fine', { version: index.version, megabytes })
  } catch (error) {
    return failed('database', error)
  }
}

/** Asks the credential store for one secret, to see whether the store exists and is open. The secret goes nowhere. */
export async function checkSecrets(open: () => Promise<Secrets>): Promise<Check> {
  const ask = async () => {
    const secrets = await open()
    await secrets.get('client-secret')
    return secrets.keptIn
  }
  try {
    const keptIn = await inTime(ask(), PATIENCE)
    return found('credential-store', keptIn === 'credential-store' ? 'secrets-in-store' : 'secrets-in-file')
  } catch (error) {
    return failed('credential-store', error)
  }
}
