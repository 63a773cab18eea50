import { XMLParser } from 'fast-xml-parser'
import * as v from 'valibot'
import type { FilingAnswer } from './types.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: name => name === 'Errors',
})

const Answer = v.object({
  header: v.object({
    ExecutionStatus: v.picklist(['0', '1']),
    index_incarcare: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d{1,20}$/))),
    Errors: v.optional(v.array(v.object({ errorMessage: v.string() })), []),
  }),
})

/** Reads the XML that upload answers (E-03); undefined if it is none of the documented answers. */
export function parseFilingAnswer(xml: string): FilingAnswer | undefined {
  const parsed = v.safeParse(Answer, readXml(xml))
  if (!parsed.success) return undefined
  const { ExecutionStatus, index_incarcare, Errors } = parsed.output.header
  if (ExecutionStatus === '1') return { outcome: 'rejected', findings: Errors.map(({ errorMessage }) => errorMessage) }
  return index_incarcare === undefined ? undefined : { outcome: 'accepted', uploadIndex: index_incarcare }
}

function readXml(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    return undefined // no XML: the caller says so with the bytes kept
  }
}
