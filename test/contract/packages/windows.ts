import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Finished, finishedOf } from '../support/host.ts'

type Options = { env?: Readonly<Record<string, string>>; input?: string }

/** A separate Windows, by wine; its `C:` and its programs' output lie below `folder`. */
export class Windows {
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  #awake: ChildProcess | undefined
  #runs = 0

  private constructor(folder: string) {
    this.#folder = folder
    const { PATH, TZ, RECIPISA_TEST_RUN } = process.env
    this.#env = {
      ...{ PATH, TZ, HOME: folder, LANG: 'C.UTF-8', TMPDIR: folder },
      ...(RECIPISA_TEST_RUN === undefined ? {} : { RECIPISA_TEST_RUN }),
      ...{ WINEPREFIX: join(folder, 'wine'), WINEARCH: 'win64', WINEDEBUG: '-all' },
      // It would offer to download unneeded parts, and put programs into this machine's menus.
      WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
    }
  }

  static async start(folder: string): Promise<Windows> {
    await mkdir(folder, { recursive: true })
    const windows = new Windows(folder)
    await windows.#wine('wineboot', '--init')
    // Node starts from Windows 10 on.
    await windows.#wine('winecfg', '-v', 'win10')
    // Wine's services end with the last program; one waiting program saves their start before each.
    windows.#awake = spawn('wine', ['cmd'], { env: windows.#env, stdio: ['pipe', 'ignore', 'ignore'] })
    return windows
  }

  /** A path of this machine as Windows names it. */
  name(path: string): string {
    return `Z:${path.replaceAll('/', '\\')}`
  }

  /** A path of Windows on this machine. */
  path(name: string): string {
    return join(this.#folder, 'wine/drive_c', name.replace(/^C:\\/i, '').replaceAll('\\', '/'))
  }

  /**
   * Runs a line as a batch file does. Programs write to files: Node under wine cannot write to this machine's pipes.
   */
  async run(line: string, { env = {}, input = '' }: Options = {}): Promise<Finished> {
    const run = ++this.#runs
    const file = (name: string) => join(this.#folder, `${run}.${name}`)
    const quoted = (name: string) => `"${this.name(file(name))}"`
    await writeFile(file('in'), input)
    const lines = [
      '@echo off',
      ...Object.entries(env).map(([name, value]) => `set "${name}=${value}"`),
      `call ${line} <${quoted('in')} >${quoted('out')} 2>${quoted('err')}`,
      `>${quoted('code')} echo %errorlevel%`,
    ]
    await writeFile(file('bat'), lines.map(each => `${each}\r\n`).join(''))
    await once(spawn('wine', ['cmd', '/c', this.name(file('bat'))], { env: this.#env, stdio: 'ignore' }), 'close')
    const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name)) : Buffer.alloc(0))
    const code = Number(read('code').toString() || 'NaN')
    return finishedOf(line, code, read('out'), read('err').toString('utf8'))
  }

  /** The default values of the keys below `root` (`HKCU\\…`) that have one, by key as `root` begins. */
  async registered(root: string): Promise<Map<string, string>> {
    const file = join(this.#folder, `${++this.#runs}.reg`)
    await this.run(`reg export ${root} "${this.name(file)}" /y`)
    const keys = readFileSync(file, 'utf16le').matchAll(/^\[HKEY_CURRENT_USER(.+?)\]\r\n@="(.+)"\r$/gm)
    return new Map([...keys].map(([, key = '', value = '']) => [`HKCU${key}`, value.replaceAll('\\\\', '\\')]))
  }

  /** Ends every program of this Windows. */
  async stop(): Promise<void> {
    const ended = this.#awake === undefined ? undefined : once(this.#awake, 'close')
    await this.#program('wineserver', '-k').catch(() => undefined) // it ended with its last program
    this.#awake?.kill('SIGKILL')
    await ended
    await this.#program('wineserver', '-w')
  }

  async #wine(...args: readonly string[]): Promise<void> {
    await this.#program('wine', ...args)
  }

  async #program(program: string, ...args: readonly string[]): Promise<void> {
    const child = spawn(program, args, { env: this.#env, stdio: 'ignore' })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  }
}

/** A code-signing certificate that nobody trusts, in the build's form: a PKCS#12 file and its password's file. */
export async function makeSigningCertificate(
  folder: string,
): Promise<{ certificate: string; pem: string; password: string }> {
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args)
  const file = (name: string) => join(folder, name)
  const [key, pem, certificate, password] = ['key.pem', 'signer.pem', 'signer.p12', 'password'].map(file) as [
    string,
    string,
    string,
    string,
  ]
  await writeFile(password, 'nobody trusts it')
  const subject = ['-subj', '/CN=Recipisa (test)', '-addext', 'extendedKeyUsage=codeSigning']
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', pem, ...subject)
  await openssl('pkcs12', '-export', '-in', pem, '-inkey', key, '-out', certificate, '-passout', `file:${password}`)
  return { certificate, pem, password }
}
