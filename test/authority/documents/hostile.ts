import { crc32, deflateRawSync, constants as zlib } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { type Reply, reply } from '../http.ts'
import { maintenancePage } from '../pages.ts'

/**
 * Answers that a client must survive. The ZIP variants change the right ZIP and leave its signature file
 * as it is; the encodings and `billion-laughs` change XML answers too. Other answers stay as they are.
 */
export const HOSTILE = [
  /** A page with 200 instead of the requested answer. */
  'html',
  /** A note whose JSON has an extra brace, labelled as a ZIP. */
  'json-trailing-brace',
  'zip-three-members',
  'zip-one-member',
  /** A member called `../../x` instead of the document. */
  'zip-traversal',
  'utf8-bom',
  'iso-8859-2',
  /** 600 MB of spaces within a small ZIP. */
  'zip-bomb',
  /** The same, declared as 1000 bytes. */
  'zip-bomb-lying',
  'billion-laughs',
  /** 32 MB of `<a/>` within a ZIP of 60 KB. */
  'xml-elements',
  /** A million levels. */
  'xml-levels',
  /** A DTD behind a comment that holds a tag. */
  'xml-hidden-dtd',
] as const
export type Hostile = (typeof HOSTILE)[number]

const BOMB_MEGABYTES = 600
const MEGABYTE = 1024 * 1024

/** Turns the right answer into a hostile one. */
export function hostile(what: Hostile, answer: Reply): Reply {
  if (what === 'html') return maintenancePage(200)
  if (what === 'json-trailing-brace') {
    const note = `${JSON.stringify({ eroare: 'Eroare tehnica', titlu: 'Descarcare mesaj' })}}`
    return reply(200, 'application/zip', note)
  }
  if (answer.body.subarray(0, 2).toString('latin1') === 'PK') return { ...answer, body: hostileZip(what, answer.body) }
  const change = CONTENT[what]
  const isXml = answer.body.subarray(0, 5).toString('latin1') === '<?xml'
  return change && isXml ? { ...answer, body: change(answer.body) } : answer
}

/** The changes to the document itself. */
const CONTENT: Partial<Record<Hostile, (document: Uint8Array) => Buffer>> = {
  'utf8-bom': document => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), document]),
  'iso-8859-2': toLatin2,
  'billion-laughs': document => Buffer.from(billionLaughs(Buffer.from(document).toString())),
  'xml-elements': () => Buffer.from(`<Invoice>${'<a/>'.repeat(8_000_000)}</Invoice>`),
  'xml-levels': () => Buffer.from('<a>'.repeat(1_000_000) + '</a>'.repeat(1_000_000)),
  'xml-hidden-dtd': () => Buffer.from('<!-- <a --><!DOCTYPE Invoice [<!ENTITY x "y">]><Invoice>&x;</Invoice>'),
}

function hostileZip(what: Hostile, zip: Uint8Array): Buffer {
  const members = Object.entries(unzipSync(zip))
  const document = members.find(([name]) => !name.startsWith('semnatura_'))
  const signature = members.find(([name]) => name.startsWith('semnatura_'))
  if (!document || !signature) throw new Error('a ZIP of the authority has a document and a signature')
  const [name, bytes] = document
  if (what === 'zip-bomb' || what === 'zip-bomb-lying') return bomb(name, signature, what === 'zip-bomb-lying')
  const change = CONTENT[what]
  const changed: Record<string, [string, Uint8Array][]> = {
    'zip-three-members': [document, signature, ['altul.xml', bytes]],
    'zip-one-member': [document],
    'zip-traversal': [['../../x', bytes], signature],
  }
  const kept = changed[what] ?? [[name, change ? change(bytes) : bytes], signature]
  return Buffer.from(zipSync(Object.fromEntries(kept), { level: 1 }))
}

/** Nine levels of ten: three billion letters from less than a kilobyte. */
function billionLaughs(xml: string): string {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  const [declaration = '', root = ''] = splitDeclaration(xml)
  const name = /<([\w:.-]+)/.exec(root)?.[1] ?? 'header'
  const end = root.lastIndexOf('</')
  const used =
    end > 0 ? `${root.slice(0, end)}<laugh>&l9;</laugh>${root.slice(end)}` : root.replace(/"\s*\/>\s*$/, ' &l9;"/>')
  return `${declaration}<!DOCTYPE ${name} [<!ENTITY l0 "lol">${levels.join('')}]>\n${used}`
}

/** In ISO-8859-2 and declared so; letters outside it (ș and ț with comma) as references, which mean the same. */
function toLatin2(document: Uint8Array): Buffer {
  const decoder = new TextDecoder('iso-8859-2')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  const [, root] = splitDeclaration(Buffer.from(document).toString())
  const bytes = [...root].map(letter => codes.get(letter) ?? Buffer.from(`&#${letter.codePointAt(0)};`, 'latin1'))
  const parts = bytes.map(part => (typeof part === 'number' ? Buffer.of(part) : part))
  return Buffer.concat([Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?>\n'), ...parts])
}

function splitDeclaration(xml: string): [declaration: string, root: string] {
  const declaration = /^<\?xml[^>]*\?>\s*/.exec(xml)?.[0] ?? ''
  return [declaration, xml.slice(declaration.length)]
}

/**
 * A ZIP written by hand, as any library would hold the 600 MB: a megabyte of spaces, deflated to end on a byte with
 * no history, can be repeated in the stream any number of times.
 */
function bomb(name: string, [signatureName, signature]: [string, Uint8Array], lying: boolean): Buffer {
  const spaces = Buffer.alloc(MEGABYTE, ' ')
  const [head, tail] = [Buffer.from('<Invoice>'), Buffer.from('</Invoice>')]
  const block = (bytes: Uint8Array) => deflateRawSync(bytes, { finishFlush: zlib.Z_FULL_FLUSH })
  const megabyte = block(spaces)
  const data = Buffer.concat([
    block(head),
    ...Array.from({ length: BOMB_MEGABYTES }, () => megabyte),
    deflateRawSync(tail),
  ])
  let crc = crc32(head)
  for (let n = 0; n < BOMB_MEGABYTES; n++) crc = crc32(spaces, crc)
  const size = head.length + BOMB_MEGABYTES * MEGABYTE + tail.length
  return archiveOf([
    { name, data, crc: crc32(tail, crc), size: lying ? 1000 : size },
    { name: signatureName, ...packed(signature) },
  ])
}

export type Entry = { name: string; data: Buffer; crc: number; size: number }

/** The parts of an entry that come from its bytes. */
export const packed = (bytes: Uint8Array): Omit<Entry, 'name'> => ({
  data: deflateRawSync(bytes),
  crc: crc32(bytes),
  size: bytes.length,
})

/** Local headers with data, central directory, end record (APPNOTE.TXT 4.3). */
export function archiveOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, data, crc, size } of entries) {
    const common = Buffer.alloc(26)
    // Version 2.0, no flags, deflated, 1 January 2026.
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(((2026 - 1980) << 9) | (1 << 5) | 1, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
