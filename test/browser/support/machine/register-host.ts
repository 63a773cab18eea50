import { join } from 'node:path'
import { placesOf } from '../../../../manifests/browsers.ts'
import { install } from '../../../../manifests/registration.ts'
import { defaultDataDir } from '../../../../native-host/process/data-dir.ts'
import type { Sandbox } from './sandbox.ts'

/** Registers the built host with the browsers of a sandbox. */
export async function registerHost(sandbox: Sandbox): Promise<void> {
  await install({
    system: process.platform,
    places: placesOf(sandbox.env, sandbox.home),
    data: defaultDataDir(process.platform, sandbox.env, sandbox.home),
    // Chromium looks under its own profile's folder once that is not the usual one.
    userDataDir: sandbox.userDataDir,
    node: process.execPath,
    program: join(import.meta.dirname, '../../../../dist/recipisa.js'),
  })
}
