/**
 * Columns for filtering, sorting and summing the list of invoices, and their indexes. A step of schema.ts. Triggers
 * fill them from the row, so that code that writes a document need not know them. (Generated columns would do the same,
 * but SQLite never reads those from an index alone.)
 *
 * `day`: issue date, else the day of the list entry. `amount`: hundredths, negative for credit notes; NULL if the
 * document has none, or one beyond all reason, which neither JavaScript nor a sum could hold. `partner_key`: the other
 * party's name without case and Romanian marks, else its CUI.
 */

const LETTERS = [...'ăâîșşțţ'].map((letter, at) => [letter, [...'aaisstt'][at] ?? letter] as const)

/** SQL: the text in lower case without Romanian marks. SQLite's own lower() knows ASCII only. */
const folded = (text: string): string =>
  LETTERS.reduce(
    (sql, [letter, plain]) =>
      `replace(replace(${sql}, '${letter}', '${plain}'), '${letter.toUpperCase()}', '${plain}')`,
    `lower(${text})`,
  )

const field = (name: string): string => `json_extract(invoice, '$.${name}')`
const SELLER = `coalesce(${field('sellerCui')}, seller_cui, '')`
const BUYER = `coalesce(${field('buyerCui')}, buyer_cui, '')`
/** SQL: of a pair, the value of the other party. CUIs come with and without RO. */
const other = (seller: string, buyer: string): string =>
  `CASE WHEN replace(upper(${SELLER}), 'RO', '') = cui THEN ${buyer} ELSE ${seller} END`
const PARTNER_CUI = `replace(upper(${other(SELLER, BUYER)}), 'RO', '')`
const PARTNER_NAME = other(field('sellerName'), field('buyerName'))

const amountWith = (amount: string): string => `
  CASE WHEN ${amount} GLOB '*[0-9]*' AND ${amount} NOT GLOB '*[^0-9.+-]*' AND abs(${amount}) < 10000000000000 THEN
    CAST(round(${amount} * 100) AS INTEGER) * CASE ${field('type')} WHEN 'credit-note' THEN -1 ELSE 1 END END`

const valuesWith = (amount: string): string => `
  day = coalesce(${field('issueDate')}, created_day),
  number = coalesce(nullif(${field('number')}, ''), upload_index),
  currency = ${field('currency')},
  amount = ${amountWith(amount)},
  attachments = coalesce(${field('attachments')}, 0),
  partner_cui = ${PARTNER_CUI},
  partner_name = ${PARTNER_NAME},
  partner_key = ${folded(`coalesce(${PARTNER_NAME}, ${PARTNER_CUI})`)}`

/** The amount is what is left to pay: values of steps before `AMOUNTS_WITH_VAT`. */
export const MESSAGE_VALUES = valuesWith(field('payableAmount'))
const WITH_VAT = `coalesce(${field('grossAmount')}, ${field('payableAmount')})`
/** The amount is the total with VAT; what is left to pay, where the summary has no such total. */
export const VALUES_WITH_VAT = valuesWith(WITH_VAT)
/** SQL: that amount of the summary in `invoice`. */
export const AMOUNT_WITH_VAT = amountWith(WITH_VAT)

export const SEARCH_COLUMNS = `
  ALTER TABLE messages ADD COLUMN day TEXT NOT NULL DEFAULT '';
  ALTER TABLE messages ADD COLUMN number TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
  ALTER TABLE messages ADD COLUMN currency TEXT;
  ALTER TABLE messages ADD COLUMN amount INTEGER;
  -- Documents without an amount come after all others
  ALTER TABLE messages ADD COLUMN amount_key INTEGER NOT NULL AS (coalesce(amount, -9007199254740991));
  ALTER TABLE messages ADD COLUMN attachments INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE messages ADD COLUMN partner_cui TEXT NOT NULL DEFAULT '';
  ALTER TABLE messages ADD COLUMN partner_name TEXT;
  ALTER TABLE messages ADD COLUMN partner_key TEXT NOT NULL DEFAULT '';
  -- Folded words of an invoice's lines, for searches; NULL in rows that are older than this column
  ALTER TABLE messages ADD COLUMN line_words TEXT;

  UPDATE messages SET ${MESSAGE_VALUES};
  CREATE TRIGGER messages_inserted AFTER INSERT ON messages BEGIN
    UPDATE messages SET ${MESSAGE_VALUES} WHERE n = NEW.n;
  END;
  CREATE TRIGGER messages_described AFTER UPDATE OF invoice ON messages BEGIN
    UPDATE messages SET ${MESSAGE_VALUES} WHERE n = NEW.n;
  END;

  CREATE INDEX messages_by_day ON messages (environment, shown, day, n);
  CREATE INDEX messages_by_number ON messages (environment, shown, number, n);
  CREATE INDEX messages_by_amount ON messages (environment, shown, amount_key, n);
  CREATE INDEX messages_by_state ON messages (environment, shown, state, n);
  CREATE INDEX messages_by_partner ON messages (environment, shown, partner_key, n);
  CREATE INDEX messages_summed ON messages
    (environment, shown, cui, kind, twin_id, state, seen, day, created_day, currency, amount, partner_cui);
  CREATE INDEX messages_of_partner ON messages (environment, shown, partner_cui, n);
  CREATE INDEX messages_refused ON messages (environment, cui, upload_index) WHERE kind = 'errors';
`
