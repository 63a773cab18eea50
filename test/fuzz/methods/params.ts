import fc from 'fast-check'
import * as v from 'valibot'

/** The parts of a valibot schema from which a value can be made. */
type Schema = {
  type: string
  pipe?: readonly unknown[]
  entries?: Readonly<Record<string, Schema>>
  wrapped?: Schema
  item?: Schema
  key?: Schema
  value?: Schema
  literal?: unknown
  options?: readonly unknown[]
}

/** Texts of the shapes that the protocol asks for; which of them fit, each schema says itself. */
const TEXTS = [
  ...['14399840', '361579', '1800101410011', '1', '5000000001', '18446744073709551615', 'INTERNT-1-2026', 'F-1', 'a'],
  ...[
    '2026-11-20',
    '2026-02-31',
    '2026',
    '2026-10',
    '2026-11-20T10:00:00Z',
    'https://localhost/callback',
    '/tmp/x.pdf',
    'C:\\x',
  ],
  ...['', ' ', 'octombrie 2026 peste 500 lei', 'AAAA', 'UEsDBA==', 'JVBERi0xLjQK', '0'.repeat(64), 'f'.repeat(64)],
  ...[
    'lista.csv',
    'D300',
    'RON',
    'MRHSession',
    'webserviced.localhost',
    '123e4567-e89b-12d3-a456-426614174000',
    'CN=x',
  ],
  ...['PEludm9pY2UvPg==', 'Q1VJCjE0Mzk5ODQwCg==', 'ş\u202e\u0000\ud800😀', "' OR 1=1 --", '__proto__', '%', '../../x'],
]
const NUMBERS = [0, 1, 2, 12, 60, 100, 1000, 2025, 2026, 5_000, 1_795_000_000_000, Number.MAX_SAFE_INTEGER]

/** Values that fit a schema, or nearly: the defaults of valibot's actions are not known here, so what fits is tried out. */
export function valueFor(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return arbitraryOf(schema as unknown as Schema)
}

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return objectOf(schema.entries ?? {})
    case 'array':
      return fc.array(inner(schema.item), { maxLength: 4 })
    case 'optional':
    case 'exact_optional':
    case 'nullish':
    case 'undefinedable':
      return fc.option(inner(schema.wrapped), { nil: undefined, freq: 2 })
    case 'nullable':
      return fc.option(inner(schema.wrapped), { nil: null })
    case 'union':
    case 'variant':
      return fc.oneof(...(schema.options ?? []).map(option => inner(option as Schema)))
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []))
    case 'literal':
      return fc.constant(schema.literal)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fitting(schema, TEXTS)
    case 'number':
      return fitting(schema, NUMBERS)
    case 'record':
      return fc.dictionary(inner(schema.key) as fc.Arbitrary<string>, inner(schema.value), { maxKeys: 3 })
    case 'unknown':
    case 'any':
      return fc.jsonValue()
    default:
      throw new Error(`No value is known for the schema "${schema.type}": test/fuzz/methods/params.ts`)
  }
}

const inner = (schema: Schema | undefined): fc.Arbitrary<unknown> =>
  schema === undefined ? fc.constant(null) : arbitraryOf(schema)

function objectOf(entries: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const arbitraries = Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, arbitraryOf(entry)]))
  return fc
    .record(arbitraries)
    .map(value => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)))
}

/** Those of these values that the schema accepts; all if it accepts none. */
function fitting(schema: Schema, values: readonly unknown[]): fc.Arbitrary<unknown> {
  const fit = values.filter(value => v.is(schema as unknown as v.GenericSchema, value))
  return fc.constantFrom(...(fit.length > 0 ? fit : values))
}

/** JSON of values that no schema expects. */
const ODD = [
  ...['null', 'true', '0', '-1', '1.5', '1e308', '-9007199254740993', '""', '" "', '[]', '{}', '[[[[]]]]', '[null]'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1}', '{"then":"x"}'],
  ...[
    '"__proto__"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e\\u2066"',
    '"\\u001b[2J"',
    '"../../../etc/passwd"',
    '"-1"',
    '"1e999"',
  ],
  ...[
    JSON.stringify('ș'.repeat(70_000)),
    JSON.stringify(Array.from({ length: 5000 }, () => 1)),
    `${'['.repeat(400)}${']'.repeat(400)}`,
  ],
]

export type Odd = { at: number; how: 'drop' | 'replace' | 'add' | 'repeat'; json: string; key: string }

/** Longest list that a repetition makes: some 1 MB of params. The JSON of a frame is read in one turn, however long it is. */
const MOST_REPEATED = 10_000

/** Changes that make params wrong in one place. */
export const odds: fc.Arbitrary<readonly Odd[]> = fc.array(
  fc.record({
    at: fc.nat(999).map(n => n / 1000),
    how: fc.constantFrom('drop' as const, 'replace' as const, 'replace' as const, 'add' as const, 'repeat' as const),
    json: fc.constantFrom(...ODD),
    key: fc.constantFrom('__proto__', 'constructor', 'id', 'cui', 'x', '', 'ș'),
  }),
  { maxLength: 2 },
)

/** The params with these changes, as a frame of the browser holds them. */
export function withOdds(value: unknown, changes: readonly Odd[]): unknown {
  return changes.reduce((params, change) => JSON.parse(JSON.stringify(changed(params, change))), value)
}

function changed(value: unknown, odd: Odd): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  // Half of the changes go further down, where there is something.
  const key = keys[Math.floor(odd.at * 2 * keys.length) % Math.max(1, keys.length)]
  if (key === undefined) return odd.how === 'drop' ? value : JSON.parse(odd.json)
  const rest = (odd.at * keys.length * 2) % 1
  const holder = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  const own = holder[key]
  if (rest > 0.5 && typeof own === 'object' && own !== null) holder[key] = changed(own, { ...odd, at: rest * 2 - 1 })
  else if (odd.how === 'drop') delete holder[key]
  else if (odd.how === 'replace') holder[key] = JSON.parse(odd.json)
  else if (odd.how === 'repeat' && Array.isArray(own))
    holder[key] = Array.from({ length: 300 }, () => own)
      .flat()
      .slice(0, MOST_REPEATED)
  else
    Object.defineProperty(holder, odd.key, {
      value: JSON.parse(odd.json),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return holder
}
