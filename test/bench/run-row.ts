import { ROWS } from './rows.ts'

// One row, in a process of its own: what one row leaves in memory and in caches would be the next one's. Tells its parent.
const name = process.argv[2] ?? ''
const load = ROWS[name]
if (!load || !process.send) throw new Error('npm run bench starts this')
const { row } = await load()
const unavailable = row.unavailable?.()
const answer = unavailable === undefined ? await row.measure() : { unavailable }
await new Promise(sent => process.send?.(answer, sent))
process.exit()
