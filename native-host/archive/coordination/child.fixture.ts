import { readFileSync, writeFileSync } from 'node:fs'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import type { Archive } from '../core/archive.ts'
import { openArchive } from '../core/open.ts'

/**
 * The program of another process, for the tests of crashes and of several hosts. It prints a line when it reaches the
 * point where it waits to be killed or for the end of its stdin.
 */
const [task, dataDir = '', ...rest] = process.argv.slice(2)
const signal = new AbortController().signal

const sentence = (error: unknown): string =>
  error instanceof RecipisaError ? toErrorBody(error).message : String(error)

const dieAfter = (steps: number, tear: boolean): Disk => {
  let left = steps
  const step = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      left--
      if (left === 0 && tear && typeof args[0] === 'string' && args[1] instanceof Uint8Array) {
        writeFileSync(args[0], args[1].subarray(0, args[1].length / 2))
        process.kill(process.pid, 'SIGKILL')
      }
      const value = await work(...args)
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      return value
    }
  }
  const { makeFolder, write, rename, syncFolder } = realDisk
  return {
    ...realDisk,
    makeFolder: step(makeFolder),
    write: step(write),
    rename: step(rename),
    syncFolder: step(syncFolder),
  }
}

const print = (text: string) => process.stdout.write(`${text}\n`)
const stdinEnds = () => new Promise(resolve => process.stdin.resume().once('end', resolve))

const open = (disk?: Disk) => openArchive({ dataDir, environment: 'prod', now: Date.now, ...(disk ? { disk } : {}) })

/** Writes until the disk is full; returns the failure. */
function fill(archive: Archive): string {
  for (let index = 1; ; index++) {
    try {
      archive.rates.update('fill', state => ({ state: { ...state, nextFreeAt: index }, answer: undefined }))
    } catch (error) {
      return sentence(error)
    }
  }
}

switch (task) {
  // store|store-mail ID FILE STEPS whole|torn|unclaimed: dies after STEPS changes of the disk, or in the middle of the
  // last one
  case 'store':
  case 'store-mail': {
    const [id = '', file = '', steps = '', how] = rest
    // Opening makes folders, too; only the steps of storing count.
    const disk: Disk = { ...realDisk }
    const archive = await open(disk)
    const documents = task === 'store' ? archive.messages : archive.mailbox
    Object.assign(disk, dieAfter(Number(steps), how === 'torn'))
    if (how !== 'unclaimed') documents.claim(id)
    try {
      await documents.store(id, readFileSync(file))
      print('stored')
    } catch (error) {
      print(sentence(error))
    }
    break
  }
  // declare: records a declaration
  case 'declare': {
    const archive = await open()
    const file = { sha256: 'a'.repeat(64), size: 9, fileName: 'd300.pdf' }
    const draft = { ...file, again: false, cui: '14399840', companyName: null, form: 'D300', period: null }
    try {
      archive.declarations.begin([draft])
      print('begun')
    } catch (error) {
      print(sentence(error))
    }
    archive.close()
    break
  }
  case 'claim': {
    const archive = await open()
    print(rest.map(id => archive.messages.claim(id)).join(' '))
    await stdinEnds()
    archive.close()
    break
  }
  case 'job': {
    const archive = await open()
    const job = archive.jobs.acquire('sync', { days: 7 })
    print(job ? `job ${job.id}` : 'none')
    await stdinEnds()
    break
  }
  case 'lock': {
    const archive = await open()
    await archive.locks.withLock('tokens', signal, async () => {
      print('locked')
      await stdinEnds()
    })
    archive.close()
    break
  }
  // Holds a lock while the disk becomes full (the caller limits the size of files), releases it, and lives on.
  case 'lock-on-full-disk': {
    const archive = await open()
    let problem = ''
    const held = archive.locks.withLock('tokens', signal, async () => {
      problem = fill(archive)
    })
    await held.catch((error: unknown) => {
      problem = sentence(error)
    })
    print(problem)
    await stdinEnds()
    break
  }
  // The same with the claim on a message.
  case 'claim-on-full-disk': {
    const archive = await open()
    archive.messages.claim(rest[0] ?? '')
    print(fill(archive))
    archive.messages.release(rest[0] ?? '')
    print('released')
    await stdinEnds()
    break
  }
  // count FILE TIMES: adds to a number, once under a lock and once in a transaction of the rates
  case 'count': {
    const [file = '', times = ''] = rest
    const archive = await open()
    for (let index = 0; index < Number(times); index++) {
      await archive.locks.withLock('count', signal, async () => {
        const before = Number(readFileSync(file, 'utf8'))
        await new Promise(setImmediate)
        writeFileSync(file, String(before + 1))
      })
      archive.rates.update('count', state => ({
        state: { ...state, nextFreeAt: state.nextFreeAt + 1 },
        answer: undefined,
      }))
    }
    archive.close()
    break
  }
}
