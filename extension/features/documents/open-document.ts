import browser from 'webextension-polyfill'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { HostClient } from '../../host/client.ts'
import { pullDocument } from './save-document.ts'

/**
 * Opens a stored document in the browser's own viewer, in a new tab. The blob stays as long as this page, because the viewer
 * fetches it again when the user saves from there.
 */
export async function openDocument(host: HostClient, document: DocumentRef): Promise<void> {
  const { bytes, mediaType } = await pullDocument(host, document)
  await browser.tabs.create({ url: URL.createObjectURL(new Blob([bytes], { type: mediaType })) })
}
