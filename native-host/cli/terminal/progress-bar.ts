import { oneLine, type Terminal } from './terminal.ts'

const WIDTH = 24

/** A bar on standard error if that is a terminal; nothing elsewhere, so that logs stay readable. */
export function progressBar({ stderr }: Pick<Terminal, 'stderr'>) {
  let drawn = false
  return {
    show(done: number, total: number, label: string): void {
      if (!stderr.isTTY) return
      const filled = total > 0 ? Math.round((Math.min(done, total) / total) * WIDTH) : 0
      const line = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}  ${oneLine(label)}`
      stderr.write(`\r\u001b[2K${line.slice(0, (stderr.columns ?? 80) - 1)}`)
      drawn = true
    },
    /** Removes the bar, so that the next output starts on a clean line. */
    clear(): void {
      if (drawn) stderr.write('\r\u001b[2K')
      drawn = false
    },
  }
}
