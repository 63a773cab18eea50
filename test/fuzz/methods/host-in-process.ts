import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dispatcher } from '../../../native-host/messaging/dispatch.ts'
import { encodeFrame, FrameReader } from '../../../native-host/messaging/frames.ts'
import { createHandlers } from '../../../native-host/operations/core/handlers.ts'
import { invoke } from '../../../native-host/operations/core/invoke.ts'
import { createServices } from '../../../native-host/services.ts'
import { MAX_FRAME_FROM_HOST } from '../../../shared/protocol/envelope.ts'
import { makeOffice } from '../../office/make-office.ts'
import { removeFolder } from '../../planted/look.ts'

export type Answer = { id: number; result?: unknown; error?: { code: string; details: { reason?: string } } }

/** A host in this process, from the frame that comes to the frame that goes; nothing listens where its profile points. */
export type HostInProcess = {
  /** Sends a request as the browser does; resolves with its answer. `signal` cancels it, as a page does. */
  ask(method: string, params: unknown, patience: number): Promise<Answer>
  /** Answers that belong to no request. */
  readonly strays: readonly Answer[]
  close(): Promise<void>
}

/** Nothing listens on this port on any machine: it belongs to no service. */
const CLOSED = 'https://localhost:1'

/** `documents`: their number in the archive; 0 for a new one. */
export async function openHost(documents: number): Promise<HostInProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-fuzz-'))
  const [dataDir, home, profilePath] = [join(folder, 'data'), join(folder, 'home'), join(folder, 'profile.json')]
  mkdirSync(home)
  writeFileSync(profilePath, JSON.stringify(PROFILE))
  if (documents > 0) await makeOffice({ dataDir, companies: 3, documents, environment: 'test' })
  const ownHome = process.env.HOME
  process.env.HOME = home
  const services = createServices({
    ...{ dataDir, profilePath, now: Date.now, patience: 50 },
    // No program is found, and what the host starts ends at once.
    env: {
      PATH: home,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    },
    command: [process.execPath, '--eval', '0'],
  })
  const handlers = createHandlers(services)
  const waiting = new Map<number, (answer: Answer) => void>()
  const strays: Answer[] = []
  const take = (answer: Answer & { progress?: unknown }) => {
    if ('progress' in answer) return
    const resolve = waiting.get(answer.id)
    if (resolve) resolve(answer)
    else strays.push(answer)
    waiting.delete(answer.id)
  }
  const dispatcher = new Dispatcher({
    run: (method, params, context) => invoke(handlers, method, params, context),
    send(json) {
      if (Buffer.byteLength(json) > MAX_FRAME_FROM_HOST) throw new Error('an answer is larger than the browser takes')
      take(JSON.parse(json) as Answer)
    },
    fetched: () => undefined,
    explain: services.explain,
  })
  const reader = new FrameReader()
  const receive = (message: unknown) => {
    for (const event of reader.push(encodeFrame(JSON.stringify(message)))) {
      if (event.kind === 'message') dispatcher.receive(event.value)
      else dispatcher.refuse(event.problem)
    }
  }
  let last = 0
  return {
    strays,
    async ask(method, params, patience) {
      const id = ++last
      const { promise, resolve } = Promise.withResolvers<Answer>()
      waiting.set(id, resolve)
      const cancel = setTimeout(() => receive({ cancel: id }), patience)
      receive({ id, method, params })
      try {
        return await promise
      } finally {
        clearTimeout(cancel)
      }
    },
    async close() {
      await services.close()
      process.env.HOME = ownHome
      removeFolder(folder)
    },
  }
}

const PROFILE = {
  environment: 'test',
  ...{
    authUrl: CLOSED,
    baseUrl: CLOSED,
    certUrl: CLOSED,
    publicUrl: CLOSED,
    portalUrl: CLOSED,
    statusUrl: CLOSED,
    spvUrl: CLOSED,
  },
  ...{ clientId: 'client', redirectUri: 'https://localhost/callback' },
}
