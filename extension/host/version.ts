import { PROTOCOL_VERSION, VERSION } from '../../shared/domain/product.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Hello } from '../../shared/protocol/envelope.ts'

/**
 * The error that names the side to update when extension and host speak protocols of different major versions (H-04);
 * undefined when they understand each other. Both program versions are in its params.
 */
export function versionMismatch(
  hello: Hello,
  own: { protocol: string; version: string } = { protocol: PROTOCOL_VERSION, version: VERSION },
): RecipisaError | undefined {
  const [host, extension] = [major(hello.protocol), major(own.protocol)]
  if (host === extension) return undefined
  const reason = host < extension ? 'version-host-old' : 'version-extension-old'
  return new RecipisaError(reason, { host: hello.version, extension: own.version })
}

/** An unreadable version counts as the oldest, so that the host is the side to update. */
function major(version: string): number {
  const digits = /^(\d+)\./.exec(version)?.[1]
  return digits === undefined ? -1 : Number(digits)
}

/**
 * Whether a host works with this extension, but belongs to an earlier release. A version of any form but `1.2.3` is a
 * developer's own and counts as current.
 */
export function isOlderThanOurs(host: string, own: string = VERSION): boolean {
  const [theirs, ours] = [parts(host), parts(own)]
  if (!theirs || !ours) return false
  const at = theirs.findIndex((part, n) => part !== ours[n])
  return at !== -1 && (theirs[at] ?? 0) < (ours[at] ?? 0)
}

const parts = (version: string): number[] | undefined => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
