import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHILD, ended, line, start } from '../coordination/child-process.fixture.ts'
import {
  ALL,
  aMail,
  aMessage,
  aZip,
  CUI,
  filesBelow,
  openTestArchive,
  PDF,
  temporaryFolder,
} from '../core/test-archive.fixture.ts'

const signal = new AbortController().signal

describe('H-13 a host that is killed while it archives loses nothing', () => {
  /** The steps of `store` on the disk, in their order; from the third on the bytes are safe. */
  const STEPS = [
    'the folder for incoming documents is made',
    'the bytes are written',
    'the bytes have their first name',
    'the folder for incoming documents is synced',
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

    // The next run: the dead host's claim is free, and whole bytes need no second download. From the fifth step on, the
    // row says that the invoice is archived; it has yet to be described and placed.
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

  /** Most blocks of 512 bytes in a file: too few for the document, or for the index. */
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

  /** Bytes of the line for which there is room. */
  test.each([0, 1, 2, 100, 400])(
    'a line of the journal for which the disk has only %i bytes is taken back, and the declaration is not begun',
    async room => {
      const dataDir = temporaryFolder()
      const { declarations, verify } = await openTestArchive(dataDir)
      const journal = join(dataDir, 'declarations.jsonl')
      // More than the database takes; an empty line does not count.
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

  test('a declaration for whose row the disk has no room is not begun, and leaves no line in the journal', async () => {
    const dataDir = temporaryFolder()
    const { declarations, close } = await openTestArchive(dataDir)
    // Room for the line, and not for a page of the database.
    const limited = `trap '' XFSZ; ulimit -f 4; exec "$0" "$@"`
    const child = spawn('sh', ['-c', limited, process.execPath, CHILD, 'declare', dataDir])
    expect(await line(child)).toMatch(/recipisa\.db could not be written or read/)
    expect(statSync(join(dataDir, 'declarations.jsonl')).size).toBe(0)
    expect(declarations.list({ limit: 1, offset: 0 }).total).toBe(0)
    close()
    expect(await line(start('declare', dataDir))).toBe('begun')
  })

  test('the list above has all steps', async () => {
    const dataDir = temporaryFolder()
    const archive = await openTestArchive(dataDir)
    archive.messages.record([aMessage({ id: '1' })])
    const zip = join(temporaryFolder(), '1.zip')
    writeFileSync(zip, aZip())
    expect(await ended(start('store', dataDir, '1', zip, String(STEPS.length + 1), 'whole'))).toBe(0)
    expect(archive.messages.list(ALL).items[0]?.state).toBe('archived')
  })
})
