import { existsSync, readdirSync, rmSync } from 'node:fs'
import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../../support/processes.ts'

/** Chromium on Debian reads policies here only; the folder is the whole machine's. */
const FOLDER = '/etc/chromium/policies/managed'
const PREFIX = 'recipisa-test-'

/** Whether this person may write the machine's policies (root, usually). */
export async function policiesWritable(): Promise<boolean> {
  for (let folder = FOLDER; ; folder = join(folder, '..')) {
    if (!existsSync(folder)) continue
    return access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
  }
}

/**
 * Lets Chromium choose the certificate by itself on one port of localhost, as nobody can where there is no window.
 * Returns what takes the policy away again; it is also taken away when this process exits, and leavings of processes
 * that were killed are removed first. Each run has its own file and port, so that runs do not disturb one another.
 */
export async function chooseCertificateByItself(options: { port: number; issuer: string }): Promise<() => void> {
  await mkdir(FOLDER, { recursive: true })
  removeLeavings()
  const file = join(FOLDER, `${PREFIX}${process.pid}-${options.port}.json`)
  const remove = () => rmSync(file, { force: true })
  process.once('exit', remove)
  const rule = {
    pattern: `https://[*.]localhost:${options.port}`,
    filter: { ISSUER: { CN: options.issuer } },
  }
  await writeFile(
    file,
    JSON.stringify({
      AutoSelectCertificateForUrls: [JSON.stringify(rule)],
      // Lists of two runs at the same time are joined; by default the last file would win.
      PolicyListMultipleSourceMergeList: ['AutoSelectCertificateForUrls'],
    }),
  )
  return () => {
    process.off('exit', remove)
    remove()
  }
}

function removeLeavings(): void {
  for (const name of readdirSync(FOLDER)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(FOLDER, name), { force: true })
  }
}
