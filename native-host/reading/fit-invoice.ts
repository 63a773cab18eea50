import type { InvoiceDocument } from '../../shared/protocol/invoices/document.ts'

/** Of an answer's room, what its head and foot may take, and then what no field holds; lines have the rest. Bytes. */
const HEAD = 300_000
const UNREAD = 150_000

/** What is left of a room, and how many entries of lists found none. */
type Room = { left: number; dropped: number }

/**
 * The invoice within `room` (bytes of JSON, H-01). Others have written it, so each of its parts can be of any length: what is
 * left out is counted, in `omittedLines` or `moreUnread`, and a text that is cut ends in an ellipsis.
 */
export function fitInvoice(document: InvoiceDocument, room: number): InvoiceDocument {
  const { lines, unread, ...head } = document
  const forHead = { left: HEAD, dropped: 0 }
  const shown = within(head, forHead)
  const forUnread = { left: UNREAD, dropped: 0 }
  const named = fitting(unread, forUnread)
  const forLines = { left: room - bytesOf(shown) - bytesOf(named), dropped: 0 }
  const fit = fitting(lines, forLines)
  return {
    ...shown,
    lines: fit,
    ...(forLines.dropped === 0 ? {} : { omittedLines: forLines.dropped }),
    unread: named,
    moreUnread: document.moreUnread + forHead.dropped + forUnread.dropped,
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The first entries that fit; those after the first one that does not are counted. */
function fitting<T>(entries: readonly T[], room: Room): T[] {
  const end = entries.findIndex(entry => {
    room.left -= bytesOf(entry) + 1
    return room.left < 0
  })
  if (end === -1) return [...entries]
  room.dropped += entries.length - end
  return entries.slice(0, end)
}

/** The value with as many entries of its lists, and as much of its texts, as there is room for. */
function within<T>(value: T, room: Room): T {
  if (typeof value === 'string') return textWithin(value, room) as T
  if (Array.isArray(value))
    return value.flatMap(entry => {
      if (room.left > 0) return [within(entry, room)]
      room.dropped++
      return []
    }) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, of]) => {
      room.left -= key.length + 4
      return [key, within(of, room)]
    }),
  ) as T
}

function textWithin(text: string, room: Room): string {
  const bytes = bytesOf(text)
  // A third of what is left: one text must not hide all that come after it.
  const most = Math.max(100, room.left / 3)
  // A character takes six bytes of JSON at most.
  const shown = bytes <= most ? text : `${text.slice(0, Math.floor(most / 6)).toWellFormed()}…`
  room.left -= Math.min(bytes, most)
  return shown
}
