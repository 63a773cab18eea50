import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '../../../support/wait-for.ts'
import type { Sandbox } from '../machine/sandbox.ts'
import { chromiumArgs, chromiumExecutable, GUIDE } from './chromium.ts'

/** An opened page. */
export type UnattachedPage = {
  /** Attaches again until another expression is true. */
  once(expression: string): Promise<void>
  /** Chooses a file in a field, as a person does in the system's window: the events are the browser's own. */
  choose(selector: string, path: string): Promise<void>
  close(): Promise<void>
}

/** A Chromium without a debugger, like a person's: its background worker goes to sleep and ends. */
export type UnattachedChromium = {
  /** The running pages and workers, as the debugging port lists them. Listing them wakes none. */
  targets(): Promise<{ id: string; type: string; url: string }[]>
  /** Opens a page, attaches until `expression` is true in it, and detaches again. */
  onceIn(url: string, expression: string): Promise<UnattachedPage>
  close(): Promise<void>
}

export async function openUnattachedChromium(sandbox: Sandbox): Promise<UnattachedChromium> {
  const executable = chromiumExecutable()
  if (executable === undefined) throw new Error('Chromium is not installed')
  const child = spawn(
    executable,
    [
      ...chromiumArgs(),
      '--lang=en',
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${sandbox.userDataDir}`,
      'about:blank',
    ],
    { env: { ...sandbox.env }, stdio: 'ignore' },
  )
  const port = await waitFor('Chromium opens its debugging port', async () => {
    if (child.exitCode !== null) throw new Error(`Chromium ended (${child.exitCode})`)
    const text = await readFile(join(sandbox.userDataDir, 'DevToolsActivePort'), 'utf8').catch(() => '')
    return text.split('\n')[0] || undefined
  })
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const targets = async (): Promise<{ id: string; type: string; url: string }[]> => (await ask('/json/list')).json()
  const guide = await waitFor('the guide opens', async () => (await targets()).find(({ url }) => url === GUIDE))
  await ask(`/json/close/${guide.id}`)
  return {
    targets,
    onceIn: async (url, expression) => {
      const target = await (await ask(`/json/new?${url}`, 'PUT')).json()
      await untilTrue(target.webSocketDebuggerUrl, expression)
      return {
        once: next => untilTrue(target.webSocketDebuggerUrl, next),
        choose: (selector, path) => chooseFile(target.webSocketDebuggerUrl, selector, path),
        close: async () => void (await ask(`/json/close/${target.id}`)),
      }
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilTrue(address: string, expression: string): Promise<void> {
  await attached(address, call =>
    waitFor(`true in the page: ${expression}`, async () => {
      const { result } = await call('Runtime.evaluate', { expression, returnByValue: true })
      return (result as { value?: unknown }).value === true
    }),
  )
}

async function chooseFile(address: string, selector: string, path: string): Promise<void> {
  await attached(address, async call => {
    const expression = `document.querySelector(${JSON.stringify(selector)})`
    const { result } = await call('Runtime.evaluate', { expression })
    await call('DOM.setFileInputFiles', { files: [path], objectId: (result as { objectId?: string }).objectId })
  })
}

type Call = (method: string, params: object) => Promise<Record<string, unknown>>

/** Attaches to a page while the work runs. */
async function attached(address: string, work: (call: Call) => Promise<unknown>): Promise<void> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let id = 0
  try {
    await work(async (method, params) => {
      socket.send(JSON.stringify({ id: ++id, method, params }))
      const [message] = await once(socket, 'message')
      const { result, error } = JSON.parse(message.data)
      if (error) throw new Error(`${method}: ${error.message}`)
      return result ?? {}
    })
  } finally {
    socket.close()
    await once(socket, 'close')
  }
}
