/** Issuer, serial number and subject of an X.509 certificate as DER; PKCS#11 needs them beside the certificate. */
export function certificateFields(certificate: Buffer): { serialNumber: Buffer; issuer: Buffer; subject: Buffer } {
  const [toBeSigned] = children(certificate)
  if (!toBeSigned) throw new Error('not a certificate')
  const fields = children(toBeSigned)
  // RFC 5280, 4.1: the version, tagged [0], stands first in every certificate that has extensions.
  const start = fields[0]?.[0] === 0xa0 ? 1 : 0
  const [serialNumber, , issuer, , subject] = fields.slice(start)
  if (!serialNumber || !issuer || !subject) throw new Error('not a certificate')
  return { serialNumber, issuer, subject }
}

/** The elements inside a constructed DER element, each with its own header. */
function children(element: Buffer): Buffer[] {
  const found: Buffer[] = []
  let at = element.length - content(element).length
  while (at < element.length) {
    const rest = element.subarray(at)
    const size = headerSize(rest) + contentLength(rest)
    found.push(rest.subarray(0, size))
    at += size
  }
  return found
}

function content(element: Buffer): Buffer {
  const header = headerSize(element)
  return element.subarray(header, header + contentLength(element))
}

function headerSize(element: Buffer): number {
  const first = element.readUInt8(1)
  return first < 0x80 ? 2 : 2 + (first & 0x7f)
}

function contentLength(element: Buffer): number {
  const first = element.readUInt8(1)
  return first < 0x80 ? first : element.readUIntBE(2, first & 0x7f)
}
