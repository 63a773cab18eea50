import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Machine } from '../../browser/support/machine/machine.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Bidi, connectBidi } from './bidi.ts'
import { type Outside, openOutside } from './outside.ts'
import { makeProfile } from './profile.ts'
import { type Tab, tabOf } from './tab.ts'

const EXECUTABLES = ['/usr/bin/firefox-esr', '/usr/lib64/firefox/firefox', '/usr/lib/firefox/firefox']

/** The extension's development build, which has host permissions for *.localhost. */
const EXTENSION = join(import.meta.dirname, '../../../.output/firefox-mv3-dev')

/** How long Firefox may take to end, ms. */
const PATIENCE = 60_000

/** A headless Firefox with the extension, set up with the certificate of the machine's person. */
export type Firefox = {
  readonly bidi: Bidi
  /** Every request for another machine: none. */
  readonly outside: Outside
  /** Opens a tab in front. */
  open(url: string): Promise<Tab>
  tabs(): Promise<Tab[]>
  /** Waits for a tab whose address is or begins with `url`. */
  tabAt(url: string): Promise<Tab>
  close(): Promise<void>
}

/** `inPrivateWindows`: the extension may run there too, as a person allows in about:addons. */
export async function openFirefox(machine: Machine, { inPrivateWindows = false } = {}): Promise<Firefox> {
  const executable = EXECUTABLES.find(path => existsSync(path))
  if (executable === undefined) throw new Error('Firefox is not installed')
  const outside = await openOutside()
  const profile = await makeProfile(machine, outside.port)
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  // With system access the driver reaches the extension's pages and the browser's own windows.
  const child = spawn(executable, [...args, '--remote-allow-system-access', 'about:blank'], {
    // A direct connection to another machine, past the proxy, would end the browser with an error at once.
    env: { ...machine.sandbox.env, MOZ_DISABLE_NONLOCAL_CONNECTIONS: '1', MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  try {
    const bidi = await connectBidi(await addressOf(child))
    await bidi.send('webExtension.install', {
      extensionData: { type: 'path', path: EXTENSION },
      'moz:allowPrivateBrowsing': inPrivateWindows,
    })
    const tabs = async () => (await treeOf(bidi)).map(({ context, url }) => tabOf(bidi, context, url))
    return {
      bidi,
      outside,
      tabs,
      open: async url => {
        const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
        // Firefox reports no end of the navigation to an extension's page.
        await bidi.send('browsingContext.navigate', { context, url, wait: 'none' })
        const tab = tabOf(bidi, context, url)
        await waitFor(`${url} has loaded`, () =>
          tab.evaluate<boolean>(`location.href === '${url}' && document.readyState === 'complete'`).catch(() => false),
        )
        return tab
      },
      tabAt: url => waitFor(`a tab shows ${url}`, async () => (await tabs()).find(tab => tab.url.startsWith(url))),
      close: async () => {
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE) })
          // Often never answered: nobody is left to answer.
          bidi.send('browser.close').catch(() => undefined)
          await ended.finally(kill)
        }
        await bidi.close()
        await outside.close()
      },
    }
  } catch (error) {
    await kill()
    await outside.close()
    throw error
  }
}

type Context = { context: string; url: string }

async function treeOf(bidi: Bidi): Promise<Context[]> {
  const { contexts } = await bidi.send<{ contexts: Context[] }>('browsingContext.getTree', { maxDepth: 0 })
  return contexts
}

/** Firefox prints at its start where its driver may connect. */
async function addressOf(child: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address !== undefined) {
      // Unread output would block it one day.
      child.stderr.resume()
      return address
    }
    said.push(line)
  }
  throw new Error(`Firefox ended: ${said.join('\n')}`)
}
