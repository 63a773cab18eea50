/**
 * Counters of the shown messages, kept by triggers, so that no count grows with the archive: of all, for each company, and
 * for each pair of issue day and day of the list. A step of schema.ts.
 *
 * The views have the columns of `messages`, so that one condition fits both; `count` is the number of messages behind a
 * row, `amount` their sum, NULL if none has one. `marked` is the state in the books, NULL for a new invoice.
 */

type ValueOf = (row: string) => string

/** The values by which messages are counted: none is ever NULL, because they are parts of a key. */
const FLAGS: readonly { name: string; type: 'TEXT' | 'INTEGER'; value: ValueOf; column: string }[] = [
  { name: 'kind', type: 'TEXT', value: row => `${row}kind`, column: 'kind' },
  { name: 'both', type: 'INTEGER', value: row => `${row}twin_id IS NOT NULL`, column: 'nullif(both, 0) AS twin_id' },
  { name: 'state', type: 'TEXT', value: row => `${row}state`, column: 'state' },
  { name: 'seen', type: 'INTEGER', value: row => `${row}seen`, column: 'seen' },
  {
    name: 'currency',
    type: 'TEXT',
    value: row => `coalesce(${row}currency, '')`,
    column: `nullif(currency, '') AS currency`,
  },
  { name: 'attached', type: 'INTEGER', value: row => `${row}attachments > 0`, column: 'attached AS attachments' },
  { name: 'printed', type: 'INTEGER', value: row => `${row}pdf IS NOT NULL`, column: 'nullif(printed, 0) AS pdf' },
  { name: 'marked', type: 'TEXT', value: row => `coalesce(${row}marked, '')`, column: `nullif(marked, '') AS marked` },
]

type Counts = { table: string; view: string; by: readonly string[] }
const COUNTS: readonly Counts[] = [
  { table: 'all_counts', view: 'counted', by: [] },
  { table: 'company_counts', view: 'counted_by_company', by: ['cui'] },
  { table: 'day_counts', view: 'counted_by_day', by: ['day', 'created_day'] },
]

const namesOf = ({ by }: Counts): string => ['environment', ...by, ...FLAGS.map(({ name }) => name)].join(', ')

/** SQL: the key of a row of `messages`. `row`: `NEW.`, `OLD.` or empty. */
const keyOf = ({ by }: Counts, row: string): string =>
  [...['environment', ...by].map(name => row + name), ...FLAGS.map(({ value }) => value(row))].join(', ')

const tableOf = (counts: Counts): string => `
  CREATE TABLE ${counts.table} (
    environment TEXT NOT NULL,
    ${counts.by.map(name => `${name} TEXT NOT NULL,`).join(' ')}
    ${FLAGS.map(({ name, type }) => `${name} ${type} NOT NULL,`).join(' ')}
    count INTEGER NOT NULL,
    amounts INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (${namesOf(counts)})
  ) WITHOUT ROWID;
  CREATE VIEW ${counts.view} AS
    SELECT ${['environment', '1 AS shown', ...counts.by].join(', ')}, ${FLAGS.map(({ column }) => column).join(', ')},
      count, CASE WHEN amounts > 0 THEN amount END AS amount FROM ${counts.table};`

/** SQL statements that fill the counters from the messages, if empty. */
export const FILL_COUNTS: readonly string[] = COUNTS.map(
  counts => `INSERT INTO ${counts.table} SELECT ${keyOf(counts, '')}, count(*), count(amount), coalesce(sum(amount), 0)
    FROM messages WHERE shown = 1 GROUP BY ${keyOf(counts, '')}`,
)

/**
 * SQL: counts a row in (1), or out again (-1). The order of a statement's triggers does not matter: a number may be
 * below zero meanwhile, and a key without messages leaves no row.
 */
const count = (by: 1 | -1, row: 'NEW.' | 'OLD.'): string =>
  COUNTS.map(
    counts => `
    INSERT INTO ${counts.table}
      SELECT ${keyOf(counts, row)}, ${by}, ${by} * (${row}amount IS NOT NULL), ${by} * coalesce(${row}amount, 0)
      WHERE ${row}shown = 1
      ON CONFLICT DO UPDATE SET count = count + excluded.count, amounts = amounts + excluded.amounts, amount = amount + excluded.amount;
    DELETE FROM ${counts.table} WHERE count = 0 AND (${namesOf(counts)}) = (${keyOf(counts, row)});`,
  ).join('')

const COLUMNS = ['cui', 'day', 'created_day', 'kind', 'twin_id', 'state', 'seen', 'currency', 'attachments', 'pdf']
const WATCHED = ['environment', ...COLUMNS, 'marked', 'amount', 'shown']

/** SQL: the state of a message's invoice in the books; NULL if it is new there. */
const MARK = (row: string): string => `(SELECT nullif(books.state, 'new') FROM books
  WHERE books.environment = ${row}.environment AND books.cui = ${row}.cui AND books.upload_index = ${row}.upload_index)`

const mark = (row: 'NEW' | 'OLD', state: string): string => `
  UPDATE messages SET marked = ${state}
    WHERE environment = ${row}.environment AND upload_index = ${row}.upload_index AND cui = ${row}.cui
      AND kind IN ('sent', 'received');`

/** SQL: the trigger that counts each new row and sets these values in it. */
export const countedInserts = (values: string): string => `
  CREATE TRIGGER messages_inserted AFTER INSERT ON messages BEGIN
    ${count(1, 'NEW.')}
    UPDATE messages SET ${values},
      marked = CASE WHEN kind IN ('sent', 'received') THEN ${MARK('NEW')} END WHERE n = NEW.n;
  END;`

/** `values`: the values that an earlier step's trigger sets in each new row. */
export const countedMessages = (values: string): string => `
  ALTER TABLE messages ADD COLUMN marked TEXT;
  UPDATE messages SET marked = ${MARK('messages')} WHERE kind IN ('sent', 'received') AND n IN (
    SELECT m.n FROM books b CROSS JOIN messages m INDEXED BY messages_by_upload
      WHERE m.environment = b.environment AND m.upload_index = b.upload_index AND m.cui = b.cui);
  CREATE TRIGGER books_inserted AFTER INSERT ON books BEGIN ${mark('NEW', `nullif(NEW.state, 'new')`)} END;
  CREATE TRIGGER books_changed AFTER UPDATE OF state ON books BEGIN ${mark('NEW', `nullif(NEW.state, 'new')`)} END;
  CREATE TRIGGER books_deleted AFTER DELETE ON books BEGIN ${mark('OLD', 'NULL')} END;
  ${COUNTS.map(tableOf).join('')}
  ${FILL_COUNTS.join(';')};
  DROP TRIGGER messages_inserted;${countedInserts(values)}
  CREATE TRIGGER messages_counted_again AFTER UPDATE OF ${WATCHED.join(', ')} ON messages
    WHEN ${WATCHED.map(name => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')} BEGIN
    ${count(-1, 'OLD.')}
    ${count(1, 'NEW.')}
  END;
  CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN ${count(-1, 'OLD.')} END;
`
