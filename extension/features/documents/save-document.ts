import browser, { type Downloads } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import { fileNameFrom } from '../../../shared/text/file-name.ts'
import type { HostClient } from '../../host/client.ts'

export type Saved = { downloadId: number; fileName: string }

/**
 * Saves an archived document to the browser's Downloads under its readable name (U-02). It is read in pieces and checked by
 * its SHA-256 before a byte is saved. Throws `transfer-damaged` when they differ, and any error that the host reports.
 */
export async function saveDocument(host: HostClient, document: DocumentRef): Promise<Saved> {
  return saveBytes(await pullDocument(host, document))
}

type Content = { fileName: string; mediaType: string; bytes: Uint8Array<ArrayBuffer> }

/** Saves bytes in memory to the browser's Downloads. Throws `cancelled` when the person cancels the browser's "Save as". */
export async function saveBytes({ fileName, mediaType, bytes }: Content): Promise<Saved> {
  const { url, release } = addressOf(bytes, mediaType)
  try {
    const downloadId = await begun({ url, filename: fileName, conflictAction: 'uniquify' })
    await ended(downloadId)
    return { downloadId, fileName }
  } finally {
    release()
  }
}

/** A URL that the browser can download: a data URL in a service worker, which has no object URLs. */
function addressOf(bytes: Uint8Array<ArrayBuffer>, mediaType: string): { url: string; release(): void } {
  if (!('createObjectURL' in URL)) {
    return { url: `data:${mediaType};base64,${bytes.toBase64()}`, release: () => undefined }
  }
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
  return { url, release: () => URL.revokeObjectURL(url) }
}

/** Reads the whole document and checks its SHA-256. */
export async function pullDocument(host: HostClient, document: DocumentRef) {
  const { mediaType, size, sha256, ...described } = await host.request('documents.describe', { document })
  const fileName = fileNameFrom(described.fileName)
  const bytes = new Uint8Array(size)
  let offset: number | null = 0
  while (offset !== null) {
    const piece: { data: string; nextOffset: number | null } = await host.request('documents.read', {
      document,
      offset,
    })
    const data = Uint8Array.fromBase64(piece.data)
    if (offset + data.length > size) throw new RecipisaError('transfer-damaged', { name: fileName })
    bytes.set(data, offset)
    if (piece.nextOffset !== null && piece.nextOffset <= offset) {
      throw new RecipisaError('transfer-damaged', { name: fileName })
    }
    offset = piece.nextOffset
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (digest.toHex() !== sha256) throw new RecipisaError('transfer-damaged', { name: fileName })
  return { fileName, mediaType, bytes }
}

/** Begins a download; returns its id. Firefox asks for the place before there is one, and rejects when that is cancelled. */
async function begun(options: Downloads.DownloadOptionsType): Promise<number> {
  try {
    return await browser.downloads.download(options)
  } catch (error) {
    const isCancel = error instanceof Error && error.message === 'Download canceled by the user'
    throw isCancel ? new RecipisaError('cancelled', {}, { cause: error }) : error
  }
}

/** Resolves once the browser has written the file; rejects when it could not. */
async function ended(downloadId: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const judge = (state: string | undefined, error: string | undefined) => {
    if (state === 'complete') resolve()
    if (state !== 'interrupted') return
    const failed = () => new RecipisaError('storage-failed', { path: 'Downloads', problem: error ?? 'interrupted' })
    reject(error === 'USER_CANCELED' ? new RecipisaError('cancelled') : failed())
  }
  const onChanged = (delta: { id: number; state?: { current?: string }; error?: { current?: string } }) => {
    if (delta.id === downloadId) judge(delta.state?.current, delta.error?.current)
  }
  browser.downloads.onChanged.addListener(onChanged)
  try {
    const [item] = await browser.downloads.search({ id: downloadId })
    judge(item?.state, item?.error)
    await promise
  } finally {
    browser.downloads.onChanged.removeListener(onChanged)
  }
}
