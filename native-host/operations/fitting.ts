/** Room for a list in an answer, bytes of JSON; the rest of the answer needs far less than is left (H-01). */
const LIST_ROOM = 800_000

/** The first items that an answer has room for; who reads on goes by how many came. */
export function fitting<T>(items: readonly T[]): T[] {
  let room = LIST_ROOM
  const end = items.findIndex(item => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1
    return room < 0
  })
  return end === -1 ? [...items] : items.slice(0, Math.max(1, end))
}
