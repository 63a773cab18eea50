import { XMLParser } from 'fast-xml-parser'
import * as v from 'valibot'
import { fold } from './fold.ts'
import type { FilingStatus } from './types.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: name => name === 'Errors',
})

const Answer = v.object({
  header: v.object({
    stare: v.optional(v.string()),
    id_descarcare: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
    Errors: v.optional(v.array(v.object({ errorMessage: v.string() }))),
  }),
})

/** Reads the XML of stareMesaj (E-07, E-08); undefined if it is none of the documented answers. */
export function parseFilingStatus(xml: string): FilingStatus | undefined {
  const parsed = v.safeParse(Answer, readXml(xml))
  if (!parsed.success) return undefined
  const { stare, id_descarcare, Errors } = parsed.output.header
  if (stare === undefined) {
    return Errors && { kind: 'query-error', messages: Errors.map(({ errorMessage }) => errorMessage) }
  }
  const state = fold(stare)
  if (state === 'in prelucrare') return { kind: 'processing' }
  if (state === 'xml cu erori nepreluat de sistem') return { kind: 'not-taken' }
  if ((state === 'ok' || state === 'nok') && id_descarcare) return { kind: state, downloadId: id_descarcare }
  return undefined
}

function readXml(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    return undefined // no XML: the caller says so with the bytes kept
  }
}
