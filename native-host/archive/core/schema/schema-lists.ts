import { countedMessages } from './schema-counts.ts'
import { MESSAGE_VALUES } from './schema-search.ts'

/**
 * SQL condition of the messages that may have been sent late; `row` prefixes their columns. No invoice is late within four
 * days: it has five working days, and its day begins in Romania up to three hours earlier. A query must repeat this
 * condition to use the index.
 */
export const maybeLate = (row: '' | 'm.'): string => `${row}created_at > (unixepoch(${row}day) + 345600) * 1000`

/**
 * Indexes in the order of each list, with the columns of its most frequent filters. Rare kinds of rows have their own
 * index, in the order of arrival. A rowid is the last part of every index.
 */
const INDEXES = `
  DROP INDEX messages_by_time;
  DROP INDEX messages_by_company;
  DROP INDEX messages_counted;
  DROP INDEX messages_by_day;
  DROP INDEX messages_unread;
  DROP INDEX messages_refused;
  CREATE INDEX messages_by_arrival ON messages (environment, shown, created_at, n, day);
  CREATE INDEX messages_by_day ON messages (environment, shown, day, n, created_at);
  CREATE INDEX messages_of_company ON messages (environment, cui, shown, created_at);
  CREATE INDEX messages_unread ON messages (environment, created_at, cui, kind)
    WHERE state = 'archived' AND seen = 0 AND shown = 1;
  CREATE INDEX messages_absent ON messages (environment, shown, created_at, state) WHERE state <> 'archived';
  CREATE INDEX messages_odd ON messages (environment, shown, created_at, kind) WHERE kind NOT IN ('sent', 'received');
  CREATE INDEX messages_printed ON messages (environment, shown, created_at) WHERE pdf IS NOT NULL;
  CREATE INDEX messages_attached ON messages (environment, shown, created_at) WHERE attachments > 0;
  CREATE INDEX messages_marked ON messages (environment, shown, created_at, marked) WHERE marked IS NOT NULL;
  CREATE INDEX messages_foreign ON messages (environment, shown, created_at, currency) WHERE currency <> 'RON';
  CREATE INDEX messages_refused ON messages (environment, cui, upload_index) WHERE kind = 'errors' AND seen = 0;
  CREATE INDEX messages_late ON messages (environment, created_at, cui, upload_index, day)
    WHERE kind = 'sent' AND shown = 1 AND invoice IS NOT NULL AND ${maybeLate('')};
`

/**
 * The texts of searches in trigrams, so that searches find parts of words. Texts enter the index after their rows, many
 * at once: rows above `told` or in `messages_untold` are not in it yet, and are searched directly.
 */
const TEXTS = `
  CREATE VIRTUAL TABLE messages_text USING
    fts5(text, tokenize = 'trigram', content = '', contentless_delete = 1, detail = none);
  CREATE TABLE messages_told (only_row INTEGER PRIMARY KEY, told INTEGER NOT NULL);
  INSERT INTO messages_told (only_row, told) VALUES (1, 0);
  CREATE TABLE messages_untold (n INTEGER PRIMARY KEY);
  CREATE TRIGGER messages_retold AFTER UPDATE OF search, line_words ON messages
    WHEN OLD.search IS NOT NEW.search OR OLD.line_words IS NOT NEW.line_words BEGIN
    INSERT OR IGNORE INTO messages_untold SELECT NEW.n WHERE NEW.n <= (SELECT told FROM messages_told);
  END;
`

/** Lists, counters and searches whose cost does not grow with the archive. A step of schema.ts. */
export const LISTS_AT_ANY_SIZE = countedMessages(MESSAGE_VALUES) + INDEXES + TEXTS
