// `npm run growth`: what an office costs with 200,000 documents, in one table and in parts, and what that makes for a
// hundred million. `-- --documents 50000` takes fewer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, toolsEnv } from './tools.mjs'

const args = [join(ROOT, 'scripts/growth/main.ts'), ...process.argv.slice(2)]
spawn(NODE, args, { cwd: ROOT, env: toolsEnv(), stdio: 'inherit' }).on('close', code => process.exit(code ?? 1))
