import { once } from 'node:events'

/** A session of WebDriver BiDi, over Node's own WebSocket. */
export type Bidi = {
  /** Sends a command and returns its result; rejects with Firefox's error. */
  send<T = unknown>(method: string, params?: object): Promise<T>
  /**
   * The value of an expression in a tab, or in one of the browser's own windows. A promise is awaited; a value outside JSON
   * is undefined.
   */
  evaluate<T>(context: string, expression: string): Promise<T>
  close(): Promise<void>
}

type Answer = { id: number | null; type: string; result?: unknown; error?: string; message?: string }
type Evaluated = { type: string; result?: { value?: string }; exceptionDetails?: { text: string } }

export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(data)
    const command = waiting.get(answer.id ?? 0)
    waiting.delete(answer.id ?? 0)
    if (answer.type === 'error') command?.reject(new Error(`${answer.error}: ${answer.message}`))
    else command?.resolve(answer.result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
    waiting.clear()
  })

  const send = async <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++last
    const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
    socket.send(JSON.stringify({ id, method, params }))
    return (await answered) as T
  }
  const evaluate = async <T>(context: string, expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
      expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result?.value ?? '{}').value
  }
  await send('session.new', { capabilities: {} })
  return {
    send,
    evaluate,
    close: async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
