import * as v from 'valibot'

/** Most tokens of a module, and certificates of a token, that are read; and the longest certificate, bytes. */
export const MOST_TOKENS = 16
export const MOST_CERTIFICATES = 32
export const LONGEST_CERTIFICATE = 16_384

/** What a process that has loaded a module says of it: its tokens with their certificates as base64 of the DER, or why not. */
export const ModuleReport = v.union([
  v.object({ tokens: v.array(v.object({ label: v.string(), certificates: v.array(v.string()) })) }),
  v.object({ problem: v.string(), isReaderMissing: v.boolean() }),
])
export type ModuleReport = v.InferOutput<typeof ModuleReport>
export type ReadToken = Extract<ModuleReport, { tokens: unknown }>['tokens'][number]

/** The beginning of the line in which the process writes its report: a module may write to standard output, too. */
export const REPORT_LINE = 'recipisa-module-report '
