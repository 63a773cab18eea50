/** The text of an XML file, by its byte order mark, else its declaration, else as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  return decoderFor(declared).decode(bytes)
}

function decoderFor(label: string | undefined): TextDecoder {
  // The declaration claims UTF-16, but was readable without a byte order mark, so the file is not in UTF-16.
  if (label === undefined || /^utf-?16/i.test(label)) return new TextDecoder()
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder() // an unknown name; the authority writes UTF-8
  }
}
