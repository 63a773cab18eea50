import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import {
  ALL,
  aMail,
  aMessage,
  aZip,
  CUI,
  filesBelow,
  NOON,
  openTestArchive,
  PDF,
  temporaryFolder,
} from '../core/test-archive.fixture.ts'

const CHILD = join(import.meta.dirname, 'child.fixture.ts')
const signal = new AbortController().signal

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** The child's first line. */
async function line(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no stdout')
  const [text] = await once(createInterface(child.stdout), 'line')
  return text
}

async function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  const [code, killed] = await once(child, 'exit')
  return killed ?? code
}

async function kill(child: ChildProcess): Promise<void> {
  const end = ended(child)
  child.kill('SIGKILL')
  await end
}

describe('H-13 a host that is killed while it archives loses nothing', () => {
  /** What `store` does to the disk, in its order; from the third on the bytes are safe. */
  const STEPS = [
    'the folder for what comes in is made',
    'the bytes are written',
    'the bytes have their first name',
    'the folder for what comes in is synced',
    'the folder of the document is made',
    'the sidecar is written',
    'the sidecar is in place',
    'the document is in place',
    'the folder is synced, the index not yet written',
  ]
  const CASES = STEPS.flatMap((step, index) => {
    const whole = { step: `after: ${step}`, steps: index + 1, how: 'whole', safe: index >= 2 }
    const torn = { step: `in the middle of: ${step}`, steps: index + 1, how: 'torn', safe: index > 2 }
    return step.endsWith('bytes are written') || step.endsWith('sidecar is written') ? [torn, whole] : [whole]
  })

  test.each(CASES)('$step', async ({ steps, how, safe }) => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    archive.messages.record([aMessage({ id: '1' })])
    const zip = join(temporaryFolder(), '1.zip')
    writeFileSync(zip, aZip())
    expect(await ended(start('store', dataDir, '1', zip, String(steps), how))).toBe('SIGKILL')

    // An invoice is archived, and its row says so, before it is described and gets its place.
    // The next run: the message still waits, the dead host's claim is free, whole bytes need no second download.
    const { messages } = archive
    const isArchived = steps > 4
    expect(messages.pending([CUI]).map(({ id }) => id)).toEqual(isArchived ? [] : ['1'])
    expect(messages.undescribed()).toEqual(isArchived ? ['1'] : [])
    expect(messages.claim('1')).toBe(!isArchived)
    if (!isArchived) {
      expect(await messages.recover('1')).toBe(safe)
      if (!safe) await messages.store('1', aZip())
      messages.release('1')
    }
    await messages.describe('1')
    expect(messages.list(ALL)).toMatchObject({
      total: 1,
      items: [{ state: 'archived', invoice: { number: 'FCT-1001' } }],
    })
    expect((await messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes).toEqual(readFileSync(zip))
    expect((await archive.verify(() => undefined, signal)).problems).toEqual([])
    expect(filesBelow(archive.folder).map(name => name.split('/').at(-1))).toEqual([
      '.1.json',
      '2026-11-19_FCT-1001_FURNIZOR-SRL_1.zip',
    ])
  })

  test.each(CASES)('of a message of the mailbox, $step', async ({ steps, how, safe }) => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    const { mailbox, requests, notices } = archive
    requests.begin({ type: 'VECTOR FISCAL', cuis: [CUI], params: {} }, false)
    requests.update(1, { state: 'requested', requestId: '77' })
    mailbox.record([aMail({ id: '1', requestId: '77' })], 0)
    const pdf = join(temporaryFolder(), '1.pdf')
    writeFileSync(pdf, PDF)
    expect(await ended(start('store-mail', dataDir, '1', pdf, String(steps), how))).toBe('SIGKILL')

    expect(mailbox.pending().map(({ id }) => id)).toEqual(['1'])
    expect(mailbox.claim('1')).toBe(true)
    expect(await mailbox.recover('1')).toBe(safe)
    if (!safe) await mailbox.store('1', PDF)
    mailbox.release('1')
    expect(mailbox.get('1')).toMatchObject({ state: 'archived' })
    expect(requests.get(1)).toMatchObject({ state: 'archived', messageId: '1' })
    expect(notices.list(0, 10).notices).toMatchObject([{ kind: 'report', messageId: '1' }])
    expect(await archive.verify(() => undefined, signal)).toEqual({ checked: 1, problems: [] })
    expect(filesBelow(archive.folder).map(name => name.split('/').at(-1))).toEqual([
      '.1.json',
      '2026-11-20_RECIPISA_VECTOR-FISCAL_1.pdf',
    ])
  })

  /** Blocks of 512 bytes that a file may have: too few for the document, for its sidecar, for the index. */
  const FULL = { document: 1, index: 4 }
  test.each(Object.entries(FULL))(
    'H-13 a disk that is full when the %s is written loses nothing',
    async (what, blocks) => {
      const dataDir = temporaryFolder()
      const archive = await openTestArchive(dataDir)
      archive.messages.record([aMessage({ id: '1' })])
      const zip = join(temporaryFolder(), '1.zip')
      writeFileSync(zip, aZip())
      const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
      const child = spawn('sh', ['-c', limited, process.execPath, CHILD, 'store', dataDir, '1', zip, '99', 'unclaimed'])
      expect(await line(child)).toMatch(
        /could not be written or read: (EFBIG|disk I\/O error|database or disk is full)/,
      )
      expect(archive.messages.claim('1')).toBe(true)
      expect(await archive.messages.recover('1')).toBe(what === 'index')
      await archive.messages.store('1', aZip())
      expect((await archive.verify(() => undefined, signal)).problems).toEqual([])
      expect(archive.messages.list(ALL)).toMatchObject({ total: 1, items: [{ state: 'archived' }] })
    },
  )

  /** Bytes of the line that still find room. */
  test.each([0, 1, 2, 100, 400])(
    'a line of the journal of which %i bytes find room on the disk is taken back, and the filing is not begun',
    async room => {
      const dataDir = temporaryFolder()
      const { declarations, verify } = await openTestArchive(dataDir)
      const journal = join(dataDir, 'declarations.jsonl')
      // More than the database takes; a line without anything is none.
      const blocks = 8192
      writeFileSync(journal, ' '.repeat(blocks * 512 - room))
      const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
      const child = spawn('sh', ['-c', limited, process.execPath, CHILD, 'declare', dataDir])
      expect(await line(child)).toMatch(/declarations\.jsonl could not be written or read: EFBIG/)
      expect(statSync(journal).size).toBe(blocks * 512 - room)
      expect(declarations.list({ limit: 1, offset: 0 }).total).toBe(0)
      const again = start('declare', dataDir)
      expect(await line(again)).toBe('begun')
      expect((await verify(() => undefined, signal)).problems).toEqual([])
      const [written = ''] = readFileSync(journal, 'utf8').trim().split('\n')
      expect(JSON.parse(written)).toMatchObject({ state: 'sending', fileName: 'd300.pdf' })
    },
  )

  test('the list above is all that happens', async () => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    archive.messages.record([aMessage({ id: '1' })])
    const zip = join(temporaryFolder(), '1.zip')
    writeFileSync(zip, aZip())
    expect(await ended(start('store', dataDir, '1', zip, String(STEPS.length + 1), 'whole'))).toBe(0)
    expect(archive.messages.list(ALL).items[0]?.state).toBe('archived')
  })
})

describe('several hosts at once', () => {
  test('H-08 a message is claimed by one of them, and free again when that one is killed or ends', async () => {
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

  test('U-05 a sync whose process was killed is shown as interrupted, and finished as it was asked for', async () => {
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

  test('H-08 a lock is held by one of them; of a killed one it is free', async () => {
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

  test('a lock that was let go of on a full disk is free for others, while its process lives on', async () => {
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

  test('a claim that could not be let go of on a full disk is let go of when there is room again', async () => {
    const dataDir = temporaryFolder()
    const { messages } = await openTestArchive(dataDir)
    messages.record([aMessage({ id: '1' })])
    const limited = `trap '' XFSZ; ulimit -S -f 1000; exec "$0" "$@"`
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

  test('a lock can be taken and let go of on a full disk', async () => {
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

  test('who waits for a lock is told in the end which one it is and whose', async () => {
    const dataDir = temporaryFolder()
    const { locks } = await openTestArchive(dataDir)
    const holder = start('lock', dataDir)
    expect(await line(holder)).toBe('locked')
    holder.kill('SIGSTOP') // as a laptop's sleep, or Ctrl-Z: the lock stays its own
    const path = join(dataDir, 'locks', 'tokens.lock')
    await expect(locks.withLock('tokens', signal, async () => 'mine', 200)).rejects.toMatchObject({
      reason: 'lock-held',
      params: { path, pid: String(holder.pid) },
    })
    holder.kill('SIGCONT')
    holder.stdin?.end()
    expect(await locks.withLock('tokens', signal, async () => 'mine')).toBe('mine')
  })

  test('H-08 they neither lose a change to the limits nor enter a lock together', async () => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    const file = join(temporaryFolder(), 'count')
    writeFileSync(file, '0')
    const counters = Array.from({ length: 3 }, () => start('count', dataDir, file, '20'))
    expect(await Promise.all(counters.map(ended))).toEqual([0, 0, 0])
    expect(readFileSync(file, 'utf8')).toBe('60')
    expect(archive.rates.update('count', state => ({ state, answer: state.nextFreeAt }))).toBe(60)
  })

  test('opening a new archive at the same time works for all', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    const opening = Array.from({ length: 4 }, () => start('claim', dataDir))
    for (const child of opening) child.stdin?.end()
    expect(await Promise.all(opening.map(ended))).toEqual([0, 0, 0, 0])
  })
})

describe('jobs', () => {
  const result: SyncResult = {
    companies: [],
    downloaded: 1,
    expired: 0,
    failed: 0,
    unread: [],
    startedAt: NOON,
    endedAt: NOON,
  }

  test('U-05 a job is written down, taken up by one, watched by all, and ends once', async () => {
    const dataDir = temporaryFolder()
    const { jobs } = await openTestArchive(dataDir)
    const watcher = await openTestArchive(dataDir)
    expect(jobs.latest('sync')).toBeUndefined()
    const asked = jobs.request('sync', { cuis: [CUI] })
    expect(asked).toMatchObject({ state: 'interrupted', startedAt: NOON, progress: null })
    expect(jobs.acquire('sync', {})).toEqual({ id: asked.id, params: { cuis: [CUI] } })
    expect(jobs.acquire('sync', {})).toBeUndefined()
    const progress = { phase: 'listing', companiesListed: 0, companies: 1, total: 0, done: 0 } as const
    jobs.setProgress(asked.id, progress)
    expect(watcher.jobs.get(asked.id)).toMatchObject({ state: 'running', progress })
    jobs.finish(asked.id, { result })
    jobs.finish(asked.id, { cancelled: true })
    jobs.setProgress(asked.id, { ...progress, done: 9 })
    jobs.requestCancel(asked.id)
    expect(watcher.jobs.latest('sync')).toMatchObject({ state: 'done', result, progress, error: null })
    expect(watcher.jobs.cancelRequested(asked.id)).toBe(false)
    expect(watcher.jobs.unfinished('sync')).toBeUndefined()
    expect(jobs.acquire('sync', {})?.id).toBe(asked.id + 1)
  })

  test('an archive that closes leaves its job to others; environments have their own', async () => {
    const dataDir = temporaryFolder()
    const first = await openTestArchive(dataDir)
    const second = await openTestArchive(dataDir)
    const other = await openTestArchive(dataDir, 'test')
    const job = first.jobs.acquire('sync', {})
    expect(other.jobs.latest('sync')).toBeUndefined()
    expect(other.jobs.acquire('sync', {})).toBeDefined()
    first.close()
    first.close()
    expect(second.jobs.latest('sync')?.state).toBe('interrupted')
    expect(second.jobs.acquire('sync', {})).toEqual(job)
  })

  test('only the latest ended ones are kept', async () => {
    const { jobs } = await openTestArchive(temporaryFolder())
    for (let index = 0; index < 60; index++) jobs.finish(jobs.acquire('sync', {})?.id ?? 0, { result })
    expect(jobs.get(1)).toBeUndefined()
    expect(jobs.get(60)?.state).toBe('done')
  })
})

test('a change of the limits that throws changes nothing', async () => {
  const { rates } = await openTestArchive(temporaryFolder())
  const boom = () =>
    rates.update('host', () => {
      throw new Error('boom')
    })
  expect(boom).toThrow('boom')
  const state = rates.update('host', before => ({ state: { nextFreeAt: 0.5, pausedUntil: NOON }, answer: before }))
  expect(state).toEqual({ nextFreeAt: 0, pausedUntil: 0 })
  expect(rates.update('host', before => ({ state: before, answer: before }))).toEqual({
    nextFreeAt: 0.5,
    pausedUntil: NOON,
  })
})
