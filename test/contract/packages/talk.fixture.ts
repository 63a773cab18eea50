// A browser on Windows as the host sees it: finds the host by a registry key, starts it by cmd with pipes, and asks.
// Arguments: the registry key, the caller (by default the one that the manifest allows). Prints the answers as JSON.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { win32 } from 'node:path'
import { encodeFrame, FrameReader } from '../../../native-host/messaging/frames.ts'

const [key = '', stranger] = process.argv.slice(2)
const said = execFileSync('reg.exe', ['query', key, '/ve'], { encoding: 'utf8' })
const [, manifestFile = ''] = /REG_SZ\s+(.+?)\r?\n/.exec(said) ?? []
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const launcher = win32.resolve(win32.dirname(manifestFile), manifest.path)
const caller = manifest.allowed_origins
  ? [stranger ?? manifest.allowed_origins[0], '--parent-window=0']
  : [manifestFile, stranger ?? manifest.allowed_extensions[0]]

const words = [launcher, ...caller].map(word => `"${word}"`).join(' ')
const host = spawn('cmd.exe', ['/d', '/s', '/c', `"${words}"`], {
  windowsVerbatimArguments: true,
  stdio: ['pipe', 'pipe', 'ignore'],
})
const ended = once(host, 'close')
host.stdin.on('error', () => undefined) // a host that refuses its caller has ended
host.stdin.write(encodeFrame(JSON.stringify({ id: 1, method: 'profile.get', params: {} })))
const messages: unknown[] = []
const reader = new FrameReader()
for await (const chunk of host.stdout)
  for (const event of reader.push(chunk as Buffer)) {
    messages.push(event.kind === 'message' ? event.value : event)
    if (messages.length === 2) host.stdin.end()
  }
const [code] = await ended
process.stdout.write(JSON.stringify({ launcher, manifest, messages, code }))
