/** Room for a list in an answer, bytes of JSON (H-01). */
const LIST_ROOM = 800_000

/** The first items that fit into an answer beside its `rest`. The caller reads on after these. */
export function fitAnswer<T>(items: readonly T[], rest: unknown = null): T[] {
  let room = LIST_ROOM - Buffer.byteLength(JSON.stringify(rest))
  const end = items.findIndex(item => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1
    return room < 0
  })
  return end === -1 ? [...items] : items.slice(0, Math.max(1, end))
}
