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
