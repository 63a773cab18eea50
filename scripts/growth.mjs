// `npm run growth`: the cost of an office with 200,000 documents, in one table and in parts, and the projection for a
// hundred million. `-- --documents 50000` takes fewer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, toolsEnv } from './tools.mjs'

const args = [join(ROOT, 'scripts/growth/main.ts'), ...process.argv.slice(2)]
spawn(NODE, args, { cwd: ROOT, env: toolsEnv(), stdio: 'inherit' }).on('close', code => process.exit(code ?? 1))
