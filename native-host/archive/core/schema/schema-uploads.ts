const field = (name: string): string => `json_extract(invoice, '$.${name}')`

/**
 * Lists, searches and counters of any number of uploads. A step of schema.ts.
 *
 * `texts`: what a search looks in, folded by the program, apart from the upload index, which becomes known later. Each
 * index also has the id, in whose order the list is. By number: the later uploads that resolve a refused one.
 */
export const UPLOADS_AT_ANY_SIZE = `
  ALTER TABLE attempts ADD COLUMN texts TEXT NOT NULL DEFAULT '';
  UPDATE attempts SET texts = fold(concat_ws(' ', cui, file_name, ${field('number')}, ${field('sellerName')},
    ${field('sellerCui')}, ${field('buyerName')}, ${field('buyerCui')}));
  CREATE INDEX attempts_by_state ON attempts (environment, state);
  CREATE INDEX attempts_by_company ON attempts (environment, cui);
  CREATE INDEX attempts_by_number ON attempts (environment, ${field('number')});
`
