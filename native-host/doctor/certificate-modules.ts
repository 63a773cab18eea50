import { basename } from 'node:path'
import type { Check } from '../../shared/protocol/doctor.ts'
import { findModules } from '../certificates/find-modules.ts'
import { found } from './check.ts'
import type { Machine } from './machine.ts'

/**
 * Names the PKCS#11 modules of the computer. A certificate in the browser needs none, nor do Windows and macOS, whose
 * browsers use the system's own store.
 */
export async function checkCertificateModules(machine: Machine): Promise<Check[]> {
  const { files, gone, names } = await findModules(machine)
  const known = [...new Set([...names, ...files.map(path => basename(path))])]
  const checks = [
    ...gone.map(path => found('certificate-module', 'module-gone', { path })),
    ...(known.length > 0 ? [found('certificate-module', 'modules-known', { names: known.join(', ') })] : []),
  ]
  if (checks.length > 0) return checks
  const hasOwnStore = machine.system === 'win32' || machine.system === 'darwin'
  return [found('certificate-module', hasOwnStore ? 'modules-of-system' : 'modules-none')]
}
