import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aMessage, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'

import { CHILD, ended, kill, line, start } from './child-process.fixture.ts'

const signal = new AbortController().signal

describe('several hosts at once', () => {
  test('H-08 one host claims a message, which is free again when that host is killed or ends', async () => {
    const dataDir = temporaryFolder()
    const { messages } = await openTestArchive(dataDir)
    messages.record([aMessage({ id: '1' }), aMessage({ id: '2' })])
    const first = start('claim', dataDir, '1')
    expect(await line(first)).toBe('true')
    expect(messages.claim('1')).toBe(false)
    expect(messages.claim('2')).toBe(true)
    expect(messages.claim('2')).toBe(false)
    const second = start('claim', dataDir, '1', '2')
    expect(await line(second)).toBe('false false')
    await kill(first)
    expect(messages.claim('1')).toBe(true)
    messages.release('1')
    messages.release('2')
    const third = start('claim', dataDir, '1')
    expect(await line(third)).toBe('true')
    third.stdin?.end()
    expect(await ended(third)).toBe(0)
    expect(messages.claim('1')).toBe(true)
  })

  test('U-05 a sync whose process was killed is shown as interrupted, and is finished as it was requested', async () => {
    const dataDir = temporaryFolder()
    const { jobs } = await openTestArchive(dataDir)
    const runner = start('job', dataDir)
    expect(await line(runner)).toBe('job 1')
    expect(jobs.latest('sync')).toMatchObject({ id: 1, state: 'running', endedAt: null })
    expect(jobs.acquire('sync', {})).toBeUndefined()
    expect(jobs.request('sync', { days: 3 }).id).toBe(1)
    jobs.requestCancel(1)
    await kill(runner)
    expect(jobs.unfinished('sync')?.state).toBe('interrupted')
    expect(jobs.acquire('sync', {})).toEqual({ id: 1, params: { days: 7 } })
    expect(jobs.cancelRequested(1)).toBe(true)
    expect(jobs.get(1)?.state).toBe('running')
    jobs.finish(1, { cancelled: true })
    expect(jobs.latest('sync')).toMatchObject({ state: 'cancelled', endedAt: NOON })
  })

  test('H-08 one host holds a lock, which is free when that host is killed', async () => {
    const dataDir = temporaryFolder()
    const { locks } = await openTestArchive(dataDir)
    const holder = start('lock', dataDir)
    expect(await line(holder)).toBe('locked')
    const impatient = locks.withLock('tokens', AbortSignal.timeout(50), async () => 'mine')
    await expect(impatient).rejects.toThrow()
    expect(await locks.withLock('another', signal, async () => 'mine')).toBe('mine')
    const waiting = locks.withLock('tokens', signal, async () => 'mine')
    await kill(holder)
    expect(await waiting).toBe('mine')
  })

  test('a lock that was released on a full disk is free for others while its process lives on', async () => {
    const dataDir = temporaryFolder()
    const { locks } = await openTestArchive(dataDir)
    const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$@"`
    const child = spawn('sh', ['-c', limited, process.execPath, CHILD, 'lock-on-full-disk', dataDir])
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    expect(await line(child)).toMatch(/could not be written or read: (disk I\/O error|database or disk is full)/)
    expect(await locks.withLock('tokens', AbortSignal.timeout(10_000), async () => 'mine')).toBe('mine')
    expect(child.exitCode).toBeNull()
  })

  test('a claim that could not be released on a full disk is released once there is room', async () => {
    const dataDir = temporaryFolder()
    const { messages } = await openTestArchive(dataDir)
    messages.record([aMessage({ id: '1' })])
    // In blocks of 512 bytes: twice what the empty tables need.
    const limited = `trap '' XFSZ; ulimit -S -f 2000; exec "$0" "$@"`
    const child = spawn('sh', ['-c', limited, process.execPath, CHILD, 'claim-on-full-disk', dataDir, '1'])
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const said = createInterface(child.stdout)[Symbol.asyncIterator]()
    expect((await said.next()).value).toMatch(/disk I\/O error|database or disk is full/)
    expect((await said.next()).value).toBe('released')
    expect(messages.claim('1')).toBe(false)
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])
    await expect.poll(() => messages.claim('1')).toBe(true)
    expect(child.exitCode).toBeNull()
  })

  test('a lock can be taken and released on a full disk', async () => {
    const dataDir = temporaryFolder()
    await openTestArchive(dataDir)
    const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`
    const program = `
      import { createLocks } from ${JSON.stringify(join(import.meta.dirname, 'locks.ts'))}
      const { withLock } = createLocks(${JSON.stringify(join(dataDir, 'locks'))})
      process.exitCode = await withLock('tokens', new AbortController().signal, async () => 7)
    `
    const args = [process.execPath, '--input-type=module', '-e', program]
    expect(await ended(spawn('sh', ['-c', limited, ...args], { stdio: 'inherit' }))).toBe(7)
  })

  test('waiting for a lock ends with an error that names the lock and its holder', async () => {
    const dataDir = temporaryFolder()
    const { locks } = await openTestArchive(dataDir)
    const holder = start('lock', dataDir)
    expect(await line(holder)).toBe('locked')
    holder.kill('SIGSTOP') // like a laptop's sleep, or Ctrl-Z: it keeps the lock
    const path = join(dataDir, 'locks', 'tokens.lock')
    await expect(locks.withLock('tokens', signal, async () => 'mine', 200)).rejects.toMatchObject({
      reason: 'lock-held',
      params: { path, pid: String(holder.pid) },
    })
    holder.kill('SIGCONT')
    holder.stdin?.end()
    expect(await locks.withLock('tokens', signal, async () => 'mine')).toBe('mine')
  })

  test('H-08 hosts lose no change of the limits, and never hold a lock together', async () => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    const file = join(temporaryFolder(), 'count')
    writeFileSync(file, '0')
    const counters = Array.from({ length: 3 }, () => start('count', dataDir, file, '20'))
    expect(await Promise.all(counters.map(ended))).toEqual([0, 0, 0])
    expect(readFileSync(file, 'utf8')).toBe('60')
    expect(archive.rates.update('count', state => ({ state, answer: state.nextFreeAt }))).toBe(60)
  })

  test('several hosts can create an archive at the same time', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    const opening = Array.from({ length: 4 }, () => start('claim', dataDir))
    for (const child of opening) child.stdin?.end()
    expect(await Promise.all(opening.map(ended))).toEqual([0, 0, 0, 0])
  })
})
