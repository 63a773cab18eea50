import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en } from '../extension/locales/en.ts'
import { ro } from '../extension/locales/ro.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const keys = Object.keys(ro) as (keyof typeof ro)[]
const formsOf = (phrase: unknown): string[] => (typeof phrase === 'string' ? [phrase] : Object.values(phrase as object))

/** Everything that the pages are made of, but the catalogues and tests; some keys are words of the protocol. */
const sources = globSync(['extension/**/*.{ts,tsx}', 'shared/protocol/*.ts'], { cwd: ROOT })
  .filter(file => !/locales[/\\](ro|en)|\.test\.tsx?$/.test(file))
  .map(file => readFileSync(`${ROOT}/${file}`, 'utf8'))
  .join('\n')

test('U-07 every text has both languages, and none is empty', () => {
  expect(Object.keys(en).sort()).toEqual([...keys].sort())
  for (const key of keys)
    expect([...formsOf(ro[key]), ...formsOf(en[key])].every(text => text.trim() !== '')).toBe(true)
})

test('U-07 every text is used', () => {
  // A key is written out, or put together from a fixed beginning: `today-${urgency}`.
  const patterns = [...sources.matchAll(/`([a-z0-9-]*(?:\$\{[^}`]+\}[a-z0-9-]*)+)`/g)]
    .map(([, text = '']) => text)
    .filter(text => /^[a-z]/.test(text) && /[a-z]-/.test(text))
    .map(text => new RegExp(`^${text.replace(/\$\{[^}]+\}/g, '.+')}$`))
  const isUsed = (key: string) =>
    sources.includes(`'${key}'`) || sources.includes(`"${key}"`) || patterns.some(pattern => pattern.test(key))
  expect(keys.filter(key => !isUsed(key))).toEqual([])
})

/** Keys of different places whose texts happen to be equal, and may one day be told differently. */
const SAME: readonly string[] = [
  'upload-invoices = upload-title',
  'upload-sending = request-sending',
  'upload-finish = step-is-done',
  'flag-selfBilled = kind-both',
  'upload-state-sending = request-state-sending = declaration-sending',
  'upload-state-not-sent = request-state-not-sent = declaration-not-sent',
  'upload-state-processing = declaration-processing',
  'upload-state-nok = show-errors = filter-refused = kind-errors',
  'upload-check = request-check',
  'pdf-save = mail-save = export-pdf',
  'ask-authority = test-connection',
  'job-now = step-is-now',
  'index-label = mail-index = column-upload-index = upload-index',
  'index-checking = doctor-running',
  'card-close = book-export-close = close',
  'lookup-views = certificate-companies = desk-companies = tab-companies',
  'lookup-favourite-add = request-favourite',
  'lookup-favourite-drop = request-unfavourite',
  'lookup-registered = mail-registered-on',
  'lookup-note = book-note',
  'lookup-note-saving = book-note-saving = saving',
  'lookup-note-saved = book-note-saved',
  'batch-reading = ledger-reading',
  'batch-rows = ledger-rows',
  'batch-save-xlsx = ledger-save',
  'batch-only-all = mail-all = rights-offer-all = request-companies-all = show-all = filter-all',
  'batch-only-problems = show-problems',
  'batch-row = ledger-row',
  'rq-Adeverinte Venit = mail-one-income-certificate',
  'mailbox-title = current-tab-mailbox = desk-messages',
  'new-mails = mail-count',
  'mail-since = settings-quiet-from',
  'mail-until = settings-quiet-until',
  'mail-kind-receipt = show-receipts',
  'mail-kind-declaration = tab-declarations = portal = desk-declarations',
  'mail-one-other = message',
  'mail-one-receipt = receipt = column-receipt',
  'mail-one-declaration = declaration-unnamed',
  'mail-listed = state-listed-word',
  'mail-failed = state-failed',
  'mail-company = ledger-company = column-company',
  'mail-form = calendar-form = column-form',
  'mail-form-period = column-period',
  'portal-title = sign-in-portal',
  'receipts-running = sync-downloading',
  'certificate-choose = certificate-choosing',
  'certificate-choose-again = retry',
  'state-corrected-word = state-corrected',
  'certificate-use-e-invoicing = efactura',
  'certificate-use-mailbox = spv',
  'mail-unread = book-filter-new = column-new',
  'book-export-progress = ledger-comparing',
  'ledger-columns = columns',
  'ledger-column-number = column-number',
  'ledger-column-cui = cui',
  'ledger-column-name = column-partner',
  'ledger-column-vat = vat',
  'ledger-column-total = total-with-vat',
  'ledger-column-currency = filter-currency',
  'desk-invoices = tab-invoices = invoices',
  'show-received = filter-received',
  'show-sent = filter-sent',
  'round-is-done = connected',
]

const sorted = (same: readonly string[]): string => same.toSorted().join(' = ')

test('U-07 no two keys have the same text in both languages, but for those of different places', () => {
  const byText = Map.groupBy(keys, key => JSON.stringify([ro[key], en[key]]))
  const equal = [...byText.values()].filter(same => same.length > 1).map(sorted)
  expect(equal.toSorted()).toEqual(SAME.map(line => sorted(line.split(' = '))).toSorted())
})

test('U-07 a number in front of a Romanian noun has its plural, with "de" from 20 on', () => {
  const noun =
    /\{(?:n|done|total|rows|bytes)\} (?!(?:de|din|rămân|cu|în|repetate|arhivate|nedescărcate|gata)\b)[a-zăâîșț]/
  for (const key of keys) {
    const phrase = ro[key]
    const most = typeof phrase === 'string' ? phrase : phrase.other
    expect(most, key).not.toMatch(noun)
  }
})
