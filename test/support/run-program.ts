import { spawn } from 'node:child_process'

/** Runs a program to its end and returns its standard output; rejects with its output when it fails. */
export function run(
  program: string,
  args: readonly string[],
  options: { env: Readonly<Record<string, string>>; input?: string; signal?: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.signal ? { signal: options.signal } : {}),
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      errors += text
    })
    // A program may end without reading its input; its exit code decides.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', code =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${program} ${args[0] ?? ''} failed (${code}): ${errors || output}`)),
    )
    child.stdin.end(options.input ?? '')
  })
}
