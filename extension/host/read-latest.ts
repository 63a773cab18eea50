/** Most rows in one answer of the host. */
const MOST_AT_ONCE = 500

/**
 * The latest `limit` rows of a list, in as many answers as that takes. A row added meanwhile shifts the others, so rows are
 * told apart by id.
 */
export async function readLatest<T extends { id: number }>(
  limit: number,
  ask: (part: { limit: number; offset: number }) => Promise<{ items: readonly T[]; total: number }>,
): Promise<{ items: T[]; total: number }> {
  const found = new Map<number, T>()
  for (let offset = 0; ; ) {
    const { items, total } = await ask({ limit: Math.min(MOST_AT_ONCE, limit - offset), offset })
    for (const item of items) found.set(item.id, item)
    offset += items.length
    if (items.length === 0 || offset >= Math.min(limit, total)) return { items: [...found.values()], total }
  }
}
