const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** What a file that the host writes is to a browser, by the end of its name. */
export function mediaTypeOf(fileName: string): string {
  return MEDIA_TYPES[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}
