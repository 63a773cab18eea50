import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askUnseen } from './terminal-pin.ts'

/** A terminal that is standard input, and what it was told and showed. */
function terminal() {
  const modes: boolean[] = []
  let shown = ''
  const keys = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => void modes.push(isRaw) })
  const ask = () =>
    askUnseen(
      keys,
      text => {
        shown += text
      },
      ['Password: '],
    )
  return { keys, modes, ask, shown: () => shown }
}

/** The answer to a question at which a terminal sends these chunks. */
function typed(...chunks: string[]): Promise<string> {
  const { keys, ask } = terminal()
  const answer = ask()
  for (const chunk of chunks) keys.write(chunk)
  return answer
}

test('what is typed or pasted comes back unseen, and the next question is asked at the same terminal', async () => {
  const { keys, modes, ask, shown } = terminal()
  const first = ask()
  expect(modes).toEqual([true])
  for (const chunk of ['par', 'ola', '\r']) keys.write(chunk)
  expect(await first).toBe('parola')
  expect([modes, keys.isPaused()]).toEqual([[true, false], true])
  const second = ask()
  keys.write('pasted at once\r\n')
  expect(await second).toBe('pasted at once')
  expect(shown()).toBe('\r\u001b[2KPassword: \r\n'.repeat(2))
  expect([modes, keys.listenerCount('data')]).toEqual([[true, false, true, false], 0])
})

test('Backspace takes back a whole character, also one of two code units or of bytes in two pieces', async () => {
  const { keys, ask } = terminal()
  const answer = ask()
  keys.write('a😀\u007f\u007fx\u0015\u001b[Dș')
  const emoji = Buffer.from('🔑')
  keys.write(emoji.subarray(0, 2))
  keys.write(emoji.subarray(2))
  keys.write('😀\b!\r')
  expect(await answer).toBe('ș🔑!')
})

test('Ctrl-C, Ctrl-D, Ctrl-Z and the end of the input give up, and the mode is restored', async () => {
  for (const key of ['\u0003', '\u0004', '\u001a', null]) {
    const { keys, modes, ask } = terminal()
    const answer = ask()
    keys.write('half')
    if (key === null) keys.end()
    else keys.write(key)
    expect(await answer).toBe('')
    expect(modes).toEqual([true, false])
  }
  const { keys, modes, ask } = terminal()
  const answer = ask()
  keys.destroy(new Error('unplugged'))
  await expect(answer).rejects.toThrow('unplugged')
  expect(modes).toEqual([true, false])
})

test('an invisible key leaves nothing in the PIN, wherever its characters are cut apart', async () => {
  const f1AndArrows = ['\u001bOP', '\u001b[A', '\u001bOA', '\u001b[1;10A', '\u001bO2P', '\u001b[15;5~']
  const f1OfLinuxConsole = '\u001b[[A'
  const lateAnswers = [
    ...['\u001b[?62;22c', '\u001b]11;rgb:1e1e/1e1e/1e1e\u001b\\', '\u001b]11;rgb:0/0/0\u0007'],
    ...['\u001bP>|xterm(370)\u001b\\', '\u001b_Gi=1;OK\u001b\\', '\u001b^a\u001b\\', '\u001bXa\u001b\\'],
  ]
  for (const key of [...f1AndArrows, f1OfLinuxConsole, ...lateAnswers]) {
    for (let at = 0; at < key.length; at++)
      expect([key, at, await typed(`12${key.slice(0, at)}`, `${key.slice(at)}34\r`)]).toEqual([key, at, '1234'])
    expect([key, await typed('12', ...key, '34\r')]).toEqual([key, '1234'])
  }
  const optionAndArrow = '\u001bb'
  expect(await typed('12', optionAndArrow, '34\r')).toBe('1234')
})

test('Escape alone, and a key that never ends, take nothing else away', async () => {
  expect(await typed('12\u001b', '\r')).toBe('12')
  expect(await typed('\u001b', '1234\r')).toBe('1234')
  expect(await typed('12\u001b', '\u001b[A34\r')).toBe('1234')
  for (const password of ['Parola', 'XY', '_a', '^a', ']a'])
    for (const rest of [
      [password, '\r'],
      [...password, '\r'],
    ])
      expect([password, await typed('\u001b', ...rest)]).toEqual([password, password])
  expect(await typed('\u001b', 'P', 'x', '\u007f', 'a\r')).toBe('Pa')
  expect(await typed('12\u001b[3', '\u007f4\r')).toBe('124')
  expect(await typed('12\u001b[', '\u0003')).toBe('')
})
