import { readFileSync } from 'node:fs'
import type { FaultRule } from '../authority/faults.ts'

/** One answer of the authority, as published. */
export interface Answer {
  /** The authority's name for the situation of this answer. */
  situation: string
  status: number
  contentType: string
  /** Its content, word for word, or the description of a file, which the embedded authority gives in earnest. */
  words: string
  isFile: boolean
}

/** By operation, status and type (`upload POST /upload 200 application/xml`), then by situation: an object is JSON. */
type Published = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const PUBLISHED: Published = JSON.parse(readFileSync(new URL('./answers.fixture.json', import.meta.url), 'utf8'))

/** All published answers by operation: `upload POST /upload`. */
export function publishedAnswers(): Map<string, Answer[]> {
  const byOperation = new Map<string, Answer[]>()
  for (const [key, situations] of Object.entries(PUBLISHED)) {
    const [, operation = '', status, contentType = ''] = /^(.+) (\d{3}) (\S+)$/.exec(key) ?? []
    const answers = Object.entries(situations).map(([situation, content]) => ({
      situation,
      status: Number(status),
      contentType,
      words: typeof content === 'string' ? content : JSON.stringify(content),
      isFile: typeof content === 'string' && !content.startsWith('<'),
    }))
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), ...answers])
  }
  return byOperation
}

/** Has the embedded authority give this answer to matching requests; undefined for a file. */
export function ruleFor(
  match: FaultRule['match'],
  { words, isFile, status, contentType }: Answer,
): FaultRule | undefined {
  if (isFile) return undefined
  return { match, times: 'always', effect: { kind: 'body', body: words, contentType, status } }
}
