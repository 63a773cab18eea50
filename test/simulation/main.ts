import { bundleProgram, compileProgram } from './program/bundle.ts'
import { planOf } from './plan.ts'
import { createSimulator } from './run-seed.ts'

const [from = '1', count = '1'] = process.argv.slice(2)
process.on('unhandledRejection', error => console.log('UNHANDLED', error))
const compiled = compileProgram(await bundleProgram())
const simulator = await createSimulator(compiled)
const begun = process.cpuUsage()
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const outcome = await simulator.run(planOf(seed))
  if (outcome.broken.length > 0 || process.env.TRACE) {
    console.log(seed, JSON.stringify(outcome.counts), outcome.hash.slice(0, 8))
    for (const line of outcome.broken.slice(0, 6)) console.log('  ', line.slice(0, 600))
    if (process.env.TRACE) console.log(outcome.trace.join('\n'), outcome.log.join('\n'))
  }
}
const { user, system } = process.cpuUsage(begun)
console.log(user / 1000 / Number(count), system / 1000 / Number(count), 'ms of CPU a seed')
simulator.close()
