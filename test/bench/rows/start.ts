import { spawn, spawnSync } from 'node:child_process'
import { encodeFrame } from '../../../native-host/messaging/frames.ts'
import { CHROME_EXTENSION_ORIGIN } from '../../../shared/domain/product.ts'
import { PROGRAM } from '../support/program.ts'
import type { Row } from '../support/row.ts'
import { inTurns, timed } from '../support/samples.ts'
import { inTemporary } from '../support/temporary.ts'

const ROUNDS = 15
/** A program that answers one frame with one, and nothing else. */
const BARE_HOST = `process.stdin.once('data', () => {
  const body = Buffer.from('{"id":1,"result":{}}'), head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  process.stdout.write(Buffer.concat([head, body]))
})`
const ORIGIN = [PROGRAM, CHROME_EXTENSION_ORIGIN]

/** From the start of a process to its answer, as multiples of a bare Node. */
export const row: Row = {
  measure: () =>
    inTemporary(async folder => {
      const env = { ...process.env, RECIPISA_DATA_DIR: folder, NODE_COMPILE_CACHE: undefined }
      const command = (args: readonly string[]) =>
        timed(() => spawnSync(process.execPath, args, { env, stdio: 'ignore' }))
      const overview = frame({ id: 1, method: 'overview.get', params: {} })
      // Answers of the first start fill the compile cache, as an installation does.
      const { bareHost, hello, overviewAnswer, bare, limits } = await inTurns(
        {
          bareHost: () => timeAnswer(['-e', BARE_HOST], env, frame({}), 1),
          hello: () => timeAnswer(ORIGIN, env, frame({}), 1),
          overviewAnswer: () => timeAnswer(ORIGIN, env, overview, 2),
          bare: () => command(['-e', '0']),
          limits: () => command([PROGRAM, 'limits', 'show']),
        },
        ROUNDS,
      )
      const answering = { name: 'a bare Node answering one frame', values: bareHost }
      return {
        lines: [
          { measure: 'connectNative to hello', unit: 'ms', ours: hello, floor: answering, limits: [ratio(2.5)] },
          {
            measure: 'connectNative to the overview',
            unit: 'ms',
            ours: overviewAnswer,
            floor: answering,
            limits: [ratio(4)],
          },
          {
            measure: 'limits show',
            unit: 'ms',
            ours: limits,
            floor: { name: 'a bare Node', values: bare },
            limits: [ratio(3)],
            reason:
              'at its target, on either side of it: what every start opens lies in one file, and the rest is loaded on use',
          },
        ],
      }
    }),
}

const ratio = (atMost: number) => ({ of: 'ratio', atMost }) as const
const frame = (message: object) => encodeFrame(JSON.stringify(message))

/** From the start of a program to its n-th frame, ms. */
async function timeAnswer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: Buffer,
  frames: number,
): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise(resolve => child.once('close', resolve))
  child.stdin.write(input)
  let received = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error('the program ended without an answer')))
    child.stdout.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (framesIn(received) >= frames) resolve()
    })
  })
  const time = performance.now() - begun
  child.stdin.end()
  await ended
  return time
}

function framesIn(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at + 4 <= bytes.length; count++) {
    at += 4 + bytes.readUInt32LE(at)
    if (at > bytes.length) break
  }
  return count
}
