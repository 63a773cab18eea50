import { existsSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Places, placesOf } from '../../manifests/browsers.ts'
import { homeFolder } from '../process/home.ts'
import { readText } from '../process/read-text.ts'
import { placesOfName, usualPlaces } from './usual-places.ts'

/** Folders of p11-kit's module files (pkcs11.conf(5)), for everyone and below the person's own configuration. */
const P11_KIT = ['/usr/share/p11-kit/modules', '/etc/pkcs11/modules']
const OWN_P11_KIT = 'pkcs11/modules'
/** Modules of roots, passwords and other modules, which are not tokens. */
const NO_TOKENS = /nssckbi|p11-kit|gnome-keyring/

/** The computer to search for modules. `root`: the folder above the files of the system, `/` or a test's own. */
export type ModuleMachine = { system: NodeJS.Platform; root: string; places: Pick<Places, 'home' | 'config'> }

export const thisComputer = (env: NodeJS.ProcessEnv): ModuleMachine => ({
  system: process.platform,
  root: '/',
  places: placesOf(env, homeFolder()),
})

export type FoundModules = {
  /** Existing files, each once, however found. */
  files: string[]
  /** Registered files that do not exist. */
  gone: string[]
  /** Names registered without a path that no usual folder has. */
  names: string[]
}

/**
 * The PKCS#11 modules of a computer: those in the usual places of the drivers, and on Linux those that p11-kit, Chromium
 * and Firefox know (H-11).
 */
export async function findModules(machine: ModuleMachine): Promise<FoundModules> {
  const isUnix = machine.system !== 'win32' && machine.system !== 'darwin'
  const registered = isUnix ? [...(await modulesOfP11Kit(machine)), ...(await modulesOfBrowsers(machine))] : []
  const paths = registered.filter(path => isAbsolute(path))
  const names = registered.filter(path => !isAbsolute(path))
  const placesOf = (name: string) => placesOfName(name).map(path => below(machine, path))
  const usual = [
    ...usualPlaces(machine.system).map(path => below(machine, path)),
    ...names.flatMap(name => placesOf(name)),
  ]
  return {
    files: await eachOnce([...paths, ...usual].filter(path => existsSync(path))),
    gone: [...new Set(paths.filter(path => !existsSync(path)))],
    names: [...new Set(names)].filter(name => !placesOf(name).some(path => existsSync(path))),
  }
}

/** A driver may have links to one file in several folders. */
async function eachOnce(paths: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>()
  for (const path of paths) {
    const file = await realpath(path).catch(() => path) // a link into a folder closed to this user
    if (!found.has(file)) found.set(file, path)
  }
  return [...found.values()]
}

async function modulesOfP11Kit(machine: ModuleMachine): Promise<string[]> {
  const folders = [...P11_KIT.map(folder => below(machine, folder)), join(machine.places.config, OWN_P11_KIT)]
  const files = (await Promise.all(folders.map(filesIn))).flat().filter(file => file.endsWith('.module'))
  const texts = await Promise.all(files.map(textOf))
  return texts.flatMap(text => valuesIn(text, /^module:\s*(.+)$/gm))
}

/** NSS lists the modules of a database in a text file. */
async function modulesOfBrowsers({ places: { home, config } }: ModuleMachine): Promise<string[]> {
  // Firefox 147 and newer keep new profiles below the configuration.
  const firefox = [join(home, '.mozilla/firefox'), join(config, 'mozilla/firefox')]
  const profiles = (await Promise.all(firefox.map(filesIn))).flat().map(folder => join(folder, 'pkcs11.txt'))
  const databases = ['.pki/nssdb', '.local/share/pki/nssdb'].map(folder => join(home, folder, 'pkcs11.txt'))
  const texts = await Promise.all([...databases, ...profiles].map(textOf))
  return texts.flatMap(text => valuesIn(text, /^library=(.+)$/gm))
}

const below = ({ root }: ModuleMachine, path: string): string => (root === '/' ? path : join(root, path))

const valuesIn = (text: string, line: RegExp): string[] =>
  [...text.matchAll(line)].map(([, value = '']) => value.trim()).filter(value => value && !NO_TOKENS.test(value))

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    names => names.map(name => join(folder, name)),
    () => [], // not every computer has the folder
  )

const textOf = (file: string): Promise<string> => readText(file).catch(() => '') // nor each profile the file
