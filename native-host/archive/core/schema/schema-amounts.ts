import { countedInserts } from './schema-counts.ts'
import { VALUES_WITH_VAT } from './schema-search.ts'

/**
 * An invoice's amount becomes its total with VAT. A step of schema.ts.
 *
 * Documents described earlier are read again after the next sync, as `recipisa archive rebuild` would do it. Until then
 * they keep their amount. A document whose file another seat has comes with that seat's description.
 */
export const AMOUNTS_WITH_VAT = `
  DROP TRIGGER messages_inserted;${countedInserts(VALUES_WITH_VAT)}
  DROP TRIGGER messages_described;
  CREATE TRIGGER messages_described AFTER UPDATE OF invoice ON messages BEGIN
    UPDATE messages SET ${VALUES_WITH_VAT} WHERE n = NEW.n;
  END;

  -- What the office has does not go out again before it is read.
  CREATE TEMP TABLE outbox AS SELECT * FROM office_outbox;
  UPDATE messages SET undescribed = 'waiting', describe_attempts = 0
    WHERE state = 'archived' AND path IS NOT NULL AND invoice IS NOT NULL AND undescribed IS NULL;
  DELETE FROM office_outbox;
  INSERT INTO office_outbox SELECT * FROM temp.outbox;
  DROP TABLE temp.outbox;
`
