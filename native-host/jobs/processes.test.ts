import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openTestArchive, temporaryFolder } from '../archive/core/test-archive.fixture.ts'
import { createLog } from '../log/log.ts'
import { createRedactor } from '../log/redact.ts'
import { createRunner } from './runner.ts'

const folder = mkdtempSync(join(tmpdir(), 'recipisa-runner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = createLog({ folder, redactor: createRedactor(), now: Date.now, pid: process.pid })
const events = (): { event: string; problem?: string }[] =>
  readFileSync(log.file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
const ended = (count: number) =>
  expect.poll(() => events().filter(({ event }) => event === 'runner-ended')).toHaveLength(count)

test('a runner that does not start is tried three times, then reported with its problem', async () => {
  const runner = createRunner({ command: [process.execPath, '-e', 'process.exit(7)', '--'], env: {}, log })
  for (const count of [1, 2, 3]) {
    runner.ensureStarted()
    runner.ensureStarted() // one starting up is enough
    await ended(count)
  }
  expect(() => runner.ensureStarted()).toThrowError(/exit 7/)
  // The next request tries again.
  runner.ensureStarted()
  await ended(4)
})

test('work recorded while a runner ends gets another runner; after a failed end it is not tried by itself', async () => {
  const results = join(folder, 'results')
  writeFileSync(results, 'first second')
  const program = `
    const [result, ...rest] = fs.readFileSync(process.argv[1], 'utf8').split(' ')
    fs.writeFileSync(process.argv[1], rest.join(' '))
    process.exit(result === 'first' ? 0 : 7)`
  const before = events().length
  const runner = createRunner({ command: [process.execPath, '-e', program, results], env: {}, log })
  const looks = vi.fn(() => runner.ensureStarted())
  runner.onEnded(looks)
  runner.ensureStarted()
  await expect
    .poll(() => events().slice(before))
    .toMatchObject([
      { event: 'runner-started' },
      { event: 'runner-ended' },
      { event: 'runner-started' },
      { event: 'runner-ended', problem: 'exit 7' },
    ])
  expect(looks).toHaveBeenCalledOnce()
})

test('a job whose outcome a full disk could not take is free for others once there is room, while its process lives on', async () => {
  const dataDir = temporaryFolder()
  const { jobs } = await openTestArchive(dataDir)
  const { id } = jobs.request('sync', {})
  const here = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  const program = `
    import { openArchive } from ${here('../archive/core/open.ts')}
    import { runJob } from ${here('run-job.ts')}
    const archive = await openArchive({ dataDir: process.argv[1], environment: 'prod', now: Date.now })
    const fill = () => {
      for (let nextFreeAt = 1; ; nextFreeAt++)
        archive.rates.update('fill', state => ({ state: { ...state, nextFreeAt }, answer: undefined }))
    }
    const open = async () => ({ run: async () => fill(), pausedUntil: () => 0 })
    const [signal, nothing] = [new AbortController().signal, () => undefined]
    const options = { archive, kind: 'sync', open, now: Date.now, explain: error => error, isAwaited: false }
    runJob({ ...options, signal, progress: nothing }).catch(error => console.log(error.reason))
    process.stdin.resume()`
  const limited = `trap '' XFSZ; ulimit -S -f 2000; exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, '--input-type=module', '-e', program, dataDir])
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = createInterface(child.stdout)[Symbol.asyncIterator]()
  expect((await said.next()).value).toBe('storage-failed')
  expect(jobs.get(id)?.state).toBe('running')
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])
  await expect.poll(() => jobs.get(id)?.state, { timeout: 20_000 }).toBe('interrupted')
  expect(child.exitCode).toBeNull()
})
