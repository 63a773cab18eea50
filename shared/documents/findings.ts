import type { Locale } from '../errors/codes.ts'
import type { Finding } from '../protocol/invoices/checks.ts'

/** The rule behind a finding: an id in brackets, or the word after `regula:`. */
const RULE = /\[([A-Z](?=[\w-]*\d)[\w-]*)\]\s*-?\s*|eroare\s+regula:\s*([\w-]+)\s*:?\s*/i

/**
 * One finding of the authority's validation, for people to read. The wire has two forms: a Schematron message with its
 * rule in brackets, and a national rule after the path of its element. The path moves to the end.
 */
export function findingOf(wording: string): Finding {
  const line = wording.trim().replace(/\s+/g, ' ')
  const found = RULE.exec(line)
  if (!found) return { rule: null, text: line }
  const text = line.slice(found.index + found[0].length).trim()
  const place = placeOf(line.slice(0, found.index))
  return { rule: found[1] ?? found[2] ?? null, text: place ? `${text} (${place})` : text }
}

/**
 * The part of a finding in this language: the national rules of Schematron have a Romanian wording and, after a `#`, an
 * English one. Others have one language only.
 */
export function inLanguage(text: string, locale: Locale): string {
  const whole = text.trim()
  for (let at = whole.indexOf('#'); at >= 0; at = whole.indexOf('#', at + 1)) {
    const [before, after] = [whole.slice(0, at), whole.slice(at + 1).trimStart()]
    if (/^.{10}/su.test(before) && /^\p{Lu}.{9}/su.test(after)) return locale === 'ro' ? before.trim() : after
  }
  return whole
}

/** `AccountingSupplierParty (1) sectiune Party (1)` as a path; empty if the text names no element. */
function placeOf(prefix: string): string {
  if (!prefix.includes('sectiune')) return ''
  const steps = prefix.replace(/^[A-Z]:/, '').split('sectiune')
  return steps.map(step => step.replace(/\(1\)/g, '').trim()).join(' › ')
}
