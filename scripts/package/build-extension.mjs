// Builds the extension as shipped, in a folder of its own: `node build-extension.mjs <browser> <folder>`.
import { build } from 'wxt'
import { ROOT } from '../tools.mjs'

const [browser, outDir] = process.argv.slice(2)
await build({ root: ROOT, browser, manifestVersion: 3, mode: 'production', outDir })
