import { XMLParser } from 'fast-xml-parser'
import { zipSync } from 'fflate'
import { describeZip } from '../../../native-host/reading/describe-zip.ts'
import { readMembers } from '../../../native-host/reading/zip.ts'
import { makeDocuments } from '../support/documents.ts'
import type { Row } from '../support/row.ts'
import { inTurns, timed } from '../support/samples.ts'

const DOCUMENTS = 2000

/** From the bytes of an invoice to the fields of the index; five rounds make the 10,000. */
export const row: Row = {
  async measure() {
    const decoder = new TextDecoder()
    const xmls = (await makeDocuments(DOCUMENTS))
      .map(({ zip }) => readMembers(zip).document)
      .filter(xml => xml !== undefined)
    // Stored as they are: what unpacking costs is another matter.
    const zips = xmls.map(xml => zipSync({ 'invoice.xml': xml }, { level: 0 }))
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
    const { ours, peer } = await inTurns({
      ours: () => timed(() => zips.forEach(zip => void describeZip(zip))),
      peer: () => timed(() => xmls.forEach(xml => void parser.parse(decoder.decode(xml)))),
    })
    return {
      lines: [
        {
          measure: `read ${DOCUMENTS.toLocaleString('en')} UBL invoices into the fields of the index`,
          unit: 'ms',
          ours,
          floor: { name: 'fast-xml-parser alone', values: peer },
          limits: [{ of: 'ratio', atMost: 1.3 }],
        },
      ],
    }
  },
}
