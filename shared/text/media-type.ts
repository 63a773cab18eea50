const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** The media type of a file that the host writes, by its extension. */
export function mediaTypeOf(fileName: string): string {
  return MEDIA_TYPES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
