/** Columns that hold JSON, or NULL. */
const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  messages: ['invoice', 'error', 'pdf'],
  jobs: ['params', 'progress', 'result', 'error'],
  attempts: ['flags', 'invoice', 'findings', 'trouble'],
  declarations: ['findings', 'trouble'],
  mail: ['receipt', 'error'],
  requests: ['params', 'trouble'],
  request_presets: ['params'],
  async_questions: ['cuis'],
  batches: ['registers', 'columns', 'error'],
  batch_rows: ['cells'],
  batch_failures: ['error'],
  exports: ['ids', 'skips', 'error'],
  certificates: ['facts'],
  agreements: ['agreement'],
  agreement_rows: ['row'],
}

export const isJsonColumn = (table: string | null, column: string | null): boolean =>
  JSON_COLUMNS[table ?? '']?.includes(column ?? '') ?? false

/** Queries for a row of each table in which a column is not JSON. */
export const TORN_JSON: readonly string[] = Object.entries(JSON_COLUMNS).map(
  ([table, columns]) =>
    `SELECT 1 FROM ${table} WHERE ${columns.map(column => `NOT json_valid(coalesce("${column}", 'null'))`).join(' OR ')} LIMIT 1`,
)
