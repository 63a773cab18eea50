import { existsSync, readdirSync, rmSync } from 'node:fs'
import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../../support/processes.ts'

/** Chromium on Debian reads policies only here. The folder is shared by the whole machine. */
const FOLDER = '/etc/chromium/policies/managed'
const PREFIX = 'recipisa-test-'

/** Whether this user may write the machine's policies; usually only root may. */
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
 * Lets Chromium choose the certificate by itself on one port of localhost: without a window nobody else can. Returns a
 * function that removes the policy; it is also removed when this process exits. Policies that killed processes left
 * behind are removed first. Each test file has a policy and a port of its own, so that they do not disturb one another.
 */
export async function chooseCertificateByItself(options: { port: number; issuer: string }): Promise<() => void> {
  await mkdir(FOLDER, { recursive: true })
  removeLeftovers()
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
      // Joins the lists of files that run at the same time; by default the last policy would win.
      PolicyListMultipleSourceMergeList: ['AutoSelectCertificateForUrls'],
    }),
  )
  return () => {
    process.off('exit', remove)
    remove()
  }
}

function removeLeftovers(): void {
  for (const name of readdirSync(FOLDER)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(FOLDER, name), { force: true })
  }
}
