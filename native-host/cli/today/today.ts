import type { Command } from 'commander'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { TodayItem } from '../../../shared/protocol/today.ts'
import { describeItem } from '../../../shared/today/describe-item.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'

type Words = { nothing: string; urgencies: Record<TodayItem['urgency'], string>; source: string; more: string }

const WORDS: Readonly<Record<Locale, Words>> = {
  ro: {
    nothing: 'Niciun termen.',
    urgencies: { late: 'Depășit', soon: 'De rezolvat', later: 'De știut', past: 'Trecut' },
    source: 'Sursa',
    more: 'în plus',
  },
  en: {
    nothing: 'No dates.',
    urgencies: { late: 'Late', soon: 'To do', later: 'To know', past: 'Past' },
    source: 'Source',
    more: 'more',
  },
}

/** The dates that must not be missed. */
export function addToday(today: Command, act: Act): void {
  today.action(act(showToday))
}

/** Each line once, and below them each rule with its source. */
async function showToday({ call, terminal: { locale } }: Cli): Promise<Output> {
  const json = await call('today.get', {})
  const { nothing, urgencies, source, more } = WORDS[locale]
  const left = json.total - json.items.length
  const ends = [
    ...(left > 0 ? [`+ ${left} ${more}`] : []),
    ...(json.secretsError ? [errorSentences(json.secretsError, locale)] : []),
  ]
  if (json.items.length === 0) return { json, text: ends.length > 0 ? ends.join('\n') : nothing }
  const width = Math.max(...Object.values(urgencies).map(word => word.length))
  const described = json.items.map(item => ({ item, words: describeItem(item, locale) }))
  const lines = described.map(({ item: { urgency, cui, companyName }, words }) => {
    const owner = companyName ?? cui
    return `${urgencies[urgency].padEnd(width)}  ${owner === null ? '' : `${owner}: `}${words.title}`
  })
  const rules = new Set(described.map(({ words }) => `${words.rule} ${source}: ${words.source}.`))
  return { json, text: [...lines, ...ends, '', ...rules].join('\n') }
}
