// `npm run growth`: what an office costs with up to a million documents, in one table and in parts, measured; and with up to
// a hundred million, simulated from that. `-- --documents 50000` takes fewer, `--minutes 5` less time.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, toolsEnv } from './tools.mjs'

const args = [join(ROOT, 'scripts/growth/main.ts'), ...process.argv.slice(2)]
spawn(NODE, args, { cwd: ROOT, env: toolsEnv(), stdio: 'inherit' }).on('close', code => process.exit(code ?? 1))
