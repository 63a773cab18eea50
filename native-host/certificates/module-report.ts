import * as v from 'valibot'

/** Most tokens to read of a module, most certificates of a token, and the longest certificate, bytes. */
export const MOST_TOKENS = 16
export const MOST_CERTIFICATES = 32
export const LONGEST_CERTIFICATE = 16_384

/**
 * The report of a process that has loaded a module: the tokens with their certificates as base64 of the DER, or the
 * failure.
 */
export const ModuleReport = v.union([
  v.object({ tokens: v.array(v.object({ label: v.string(), certificates: v.array(v.string()) })) }),
  v.object({ problem: v.string(), isReaderMissing: v.boolean() }),
])
export type ModuleReport = v.InferOutput<typeof ModuleReport>
export type ReadToken = Extract<ModuleReport, { tokens: unknown }>['tokens'][number]

/** The process's first line, before it loads the module. */
export const LOADING_LINE = 'recipisa-module-loading'

/** The beginning of the process's report line: a module may also write to standard output. */
export const REPORT_LINE = 'recipisa-module-report '
