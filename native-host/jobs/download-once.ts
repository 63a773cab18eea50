/** The documents of one kind in the archive, as a download needs them. */
export type DocumentSlot = {
  /** Claims a document for this process; false while another process has it, or if it needs no download. */
  claim(id: string): boolean
  release(id: string): void
  /** Archives bytes that an interrupted download left on disk; false if there are none. */
  recover(id: string): Promise<boolean>
}

/**
 * Brings one document into the archive, once (E-33, S-10). `download` makes the call, stores the answer and returns the
 * outcome. Returns `busy` if another process has the document or it needs no download.
 */
export async function downloadOnce<O extends string>(
  documents: DocumentSlot,
  id: string,
  download: () => Promise<O>,
): Promise<O | 'downloaded' | 'busy'> {
  if (!documents.claim(id)) return 'busy'
  try {
    // An earlier run may have brought the bytes and died before they were indexed: no second call is needed.
    return (await documents.recover(id)) ? 'downloaded' : await download()
  } finally {
    documents.release(id)
  }
}
