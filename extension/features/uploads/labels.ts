import type { Upload, UploadFlags, UploadState } from '../../../shared/protocol/uploads.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** Label and colour of an upload's state. */
export const UPLOAD_LABELS = {
  sending: { word: 'upload-state-sending', tone: 'new' },
  'not-sent': { word: 'upload-state-not-sent', tone: 'bad' },
  unknown: { word: 'upload-state-unknown', tone: 'wait' },
  rejected: { word: 'upload-state-rejected', tone: 'bad' },
  processing: { word: 'upload-state-processing', tone: 'wait' },
  ok: { word: 'upload-state-ok', tone: 'good' },
  nok: { word: 'upload-state-nok', tone: 'bad' },
  'not-taken': { word: 'upload-state-not-taken', tone: 'bad' },
} as const satisfies Record<UploadState, { word: Key; tone: Tone }>

/** The flags of an upload in their order on the card, each with its explanation. */
export const FLAGS = [
  { flag: 'extern', name: 'flag-extern', when: 'flag-extern-when' },
  { flag: 'selfBilled', name: 'flag-selfBilled', when: 'flag-selfBilled-when' },
  { flag: 'enforcement', name: 'flag-enforcement', when: 'flag-enforcement-when' },
  { flag: 'b2c', name: 'flag-b2c', when: 'flag-b2c-when' },
] as const satisfies readonly { flag: keyof UploadFlags; name: Key; when: Key }[]

/** Name of an upload: the invoice's number, or the file's name. */
export function uploadName({ invoice, fileName }: Pick<Upload, 'invoice' | 'fileName'>): string {
  return invoice?.number || fileName
}

/** Whether sending the same content again is safe, needs a confirmation, or is not offered. */
export function resendRule(state: UploadState): 'safe' | 'ask' | 'no' {
  if (state === 'not-sent' || state === 'rejected') return 'safe'
  return state === 'unknown' ? 'ask' : 'no'
}

/** Whether a corrected file is the next step. */
export function wantsCorrection(state: UploadState): boolean {
  return state === 'nok' || state === 'not-taken' || state === 'rejected'
}

/** Accepted files: XML, and ZIPs of the authority, of which only the signature is verified. */
export const ACCEPTED = '.xml,.zip,text/xml,application/xml,application/zip'
