import type { InvoiceDocument } from '../../shared/protocol/invoices/document.ts'

/** The share of an answer's room for its head and foot, then for unread content; lines get the rest. Bytes. */
const HEAD = 300_000
const UNREAD = 150_000

/** The remaining room, and the number of list entries that did not fit. */
type Room = { left: number; dropped: number }

/**
 * The invoice within `room` (bytes of JSON, H-01). It is foreign text, so each part can have any length: omitted parts
 * are counted in `omittedLines` or `moreUnread`, and a cut text ends in an ellipsis.
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

/** The first entries that fit; entries after the first one that does not are counted. */
function fitting<T>(entries: readonly T[], room: Room): T[] {
  const end = entries.findIndex(entry => {
    room.left -= bytesOf(entry) + 1
    return room.left < 0
  })
  if (end === -1) return [...entries]
  room.dropped += entries.length - end
  return entries.slice(0, end)
}

/** The value with as many list entries and as much text as fit into the room. */
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
  // A third of the remaining room: one text must not hide all later ones.
  const most = Math.max(100, room.left / 3)
  // A character takes six bytes of JSON at most.
  const shown = bytes <= most ? text : `${text.slice(0, Math.floor(most / 6)).toWellFormed()}…`
  room.left -= Math.min(bytes, most)
  return shown
}
