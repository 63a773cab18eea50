import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { readPages } from '../core/read-pages.ts'

/** All uploads that are not over, the earliest first. */
export async function listOpenUploads({ call }: Pick<Cli, 'call'>): Promise<Upload[]> {
  const { items } = await readPages(window => call('uploads.list', { open: true, ...window }))
  return items.reverse()
}
