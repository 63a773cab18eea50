/** Most items that one call of a list operation returns. */
const PAGE = 500

type Page<T> = { items: T[]; total: number }

/** Reads a list page by page: at most `limit` items after the first `offset`; without them all items. */
export async function readPages<T>(
  read: (window: { limit: number; offset: number }) => Promise<Page<T>>,
  { limit = Number.POSITIVE_INFINITY, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Page<T>> {
  const items: T[] = []
  for (;;) {
    const page = await read({ limit: Math.min(PAGE, limit - items.length), offset: offset + items.length })
    items.push(...page.items)
    // A page may have fewer items than requested, if they are long.
    if (items.length >= limit || page.items.length === 0 || offset + items.length >= page.total)
      return { items, total: page.total }
  }
}
