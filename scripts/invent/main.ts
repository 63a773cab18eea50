import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { progressBar } from '../../native-host/cli/terminal/progress-bar.ts'
import { makeOffice } from '../../test/office/make-office.ts'

const USAGE = `npm run invent -- [options]

  --folder <path>      the data folder to make; .output/invented when absent. It must not have an archive yet
  --companies <n>      20 when absent
  --documents <n>      e-invoices and what the lists have beside them; 2000 when absent
  --environment <e>    prod, or test
  --seed <n>           another office of the same size

Then, for instance: RECIPISA_DATA_DIR=.output/invented npx recipisa archive verify
`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { folder: text, companies: text, documents: text, environment: text, seed: text, help: { type: 'boolean' } },
})

if (values.help) process.stdout.write(USAGE)
else await main()

async function main(): Promise<void> {
  const dataDir = resolve(values.folder ?? '.output/invented')
  await mkdir(dataDir, { recursive: true })
  if ((await readdir(dataDir)).length > 0) return fail(`${dataDir} is not empty: nothing was written.`)
  const environment = values.environment ?? 'prod'
  if (environment !== 'prod' && environment !== 'test') return fail(`There is no environment ${environment}.`)
  const begun = Date.now()
  const size = { companies: number('companies', 20), documents: number('documents', 2000) }
  const bar = progressBar(process)
  const { documents } = await makeOffice({
    ...{ dataDir, environment, ...size },
    ...(values.seed === undefined ? {} : { seed: number('seed', 0) }),
    onProgress: (done, total) => bar.show(done, total, 'documents'),
  })
  const seconds = Math.round((Date.now() - begun) / 1000)
  bar.clear()
  console.log(`${size.companies} companies with ${documents} documents in ${dataDir}, made in ${seconds} s`)
}

function number(name: 'companies' | 'documents' | 'seed', absent: number): number {
  const value = Number(values[name] ?? absent)
  if (Number.isSafeInteger(value) && value > 0) return value
  console.error(`--${name} takes a whole number.`)
  return process.exit(2)
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 2
}
