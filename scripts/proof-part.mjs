// `npm run faults` and its siblings: one part of the proof in its long form. `--seeds 10000` and other options of a part
// reach it as RECIPISA_SEEDS and so on.
import { buildHost } from './build.mjs'
import { NODE, orExplain, run, TOOLS, toolsEnv } from './tools.mjs'

await orExplain(main())

async function main() {
  const [part, ...words] = process.argv.slice(2)
  // `npm run proof` has built it for all parts.
  if (!process.env.RECIPISA_HOST_IS_BUILT) await buildHost()
  process.exitCode = await run(NODE, [TOOLS.vitest, 'run', '--project', 'proof', `test/${part}/`], {
    env: toolsEnv({ RECIPISA_PROOF: 'long', RECIPISA_HOST_IS_BUILT: 'yes', ...optionsOf(words) }),
  })
}

/** `--seeds 10000` as `{ RECIPISA_SEEDS: '10000' }`. */
function optionsOf(words) {
  const pairs = words.flatMap((word, index) => (word.startsWith('--') ? [[word.slice(2), words[index + 1]]] : []))
  return Object.fromEntries(pairs.map(([name, value]) => [`RECIPISA_${name.toUpperCase()}`, value ?? 'yes']))
}
