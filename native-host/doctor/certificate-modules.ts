import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import type { Check } from '../../shared/protocol/doctor.ts'
import { found } from './check.ts'
import { below, type Machine } from './machine.ts'
import { readText } from './read-text.ts'

/** Folders of p11-kit's module files (pkcs11.conf(5)), for everybody and below the person's own configuration. */
const P11_KIT = ['/usr/share/p11-kit/modules', '/etc/pkcs11/modules']
const OWN_P11_KIT = 'pkcs11/modules'
/** Modules of roots, of passwords and of other modules, which are no tokens. */
const NO_TOKENS = /nssckbi|p11-kit|gnome-keyring/

/**
 * Names the PKCS#11 modules that browsers know: those of p11-kit, of Chromium's NSS database and of Firefox's profiles.
 * None is needed for a certificate in the browser, nor on Windows and macOS, whose browsers use the system's own store.
 */
export async function checkCertificateModules(machine: Machine): Promise<Check[]> {
  if (machine.system === 'win32' || machine.system === 'darwin')
    return [found('certificate-module', 'modules-of-system')]
  const modules = new Set([...(await modulesOfP11Kit(machine)), ...(await modulesOfBrowsers(machine))])
  if (modules.size === 0) return [found('certificate-module', 'modules-none')]
  // A name without a path is looked up in a folder that each system chooses.
  const gone = [...modules].filter(path => isAbsolute(path) && !existsSync(path))
  const known = [...modules].filter(path => !gone.includes(path)).map(path => basename(path))
  return [
    ...gone.map(path => found('certificate-module', 'module-gone', { path })),
    ...(known.length > 0 ? [found('certificate-module', 'modules-known', { names: known.join(', ') })] : []),
  ]
}

async function modulesOfP11Kit(machine: Machine): Promise<string[]> {
  const folders = [...P11_KIT.map(folder => below(machine, folder)), join(machine.places.config, OWN_P11_KIT)]
  const files = (await Promise.all(folders.map(filesIn))).flat().filter(file => file.endsWith('.module'))
  const texts = await Promise.all(files.map(textOf))
  return texts.flatMap(text => valuesIn(text, /^module:\s*(.+)$/gm))
}

/** NSS lists the modules of a database in a text file. */
async function modulesOfBrowsers({ places: { home } }: Machine): Promise<string[]> {
  const profiles = (await filesIn(join(home, '.mozilla/firefox'))).map(folder => join(folder, 'pkcs11.txt'))
  const texts = await Promise.all([join(home, '.pki/nssdb/pkcs11.txt'), ...profiles].map(textOf))
  return texts.flatMap(text => valuesIn(text, /^library=(.+)$/gm))
}

const valuesIn = (text: string, line: RegExp): string[] =>
  [...text.matchAll(line)].map(([, value = '']) => value.trim()).filter(value => value && !NO_TOKENS.test(value))

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    names => names.map(name => join(folder, name)),
    () => [], // not every computer has the folder
  )

const textOf = (file: string): Promise<string> => readText(file).catch(() => '') // nor each profile the file
