import { join } from 'node:path'
import { LEAST_NODE } from '../shared/domain/product.ts'
import { chooseNode } from './choose-node.ts'
import { runCommand } from './command.ts'
import { install } from './registration.ts'

const program = join(import.meta.dirname, '../dist/recipisa.js')

await runCommand(
  async registration => {
    const node = await chooseNode(process.env.PATH ?? '', process.execPath)
    const files = await install({ ...registration, node: node.path, program })
    const named = `Node ${node.version} (${node.path})`
    if (node.from === 'system') return { files, note: { ro: `Pornește cu ${named}.`, en: `It starts with ${named}.` } }
    return {
      files,
      note: {
        ro: `Pornește cu ${named} din pachetele proiectului: sistemul nu are un Node ${LEAST_NODE} sau mai nou.`,
        en: `It starts with ${named} from the project's packages: the system has no Node ${LEAST_NODE} or newer.`,
      },
    }
  },
  {
    ro: { done: 'Programul local este înregistrat. Reporniți extensia. Fișierele scrise:', nothing: '' },
    en: { done: 'The host is registered. Reload the extension. Files written:', nothing: '' },
  },
)
