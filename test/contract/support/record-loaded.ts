// Preloaded into a program under test (`--import`): records what the process has loaded by its end, in a file of its
// own in the folder RECORD_LOADED.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { cache } = createRequire(import.meta.url)

process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }
  const builtIn = moduleLoadList.flatMap(entry => /^NativeModule (\S+)$/.exec(entry)?.[1] ?? [])
  const packages = Object.keys(cache).flatMap(path => /node_modules[\\/](.+)$/.exec(path)?.[1] ?? [])
  writeFileSync(`${process.env.RECORD_LOADED}/${process.pid}.json`, JSON.stringify({ builtIn, packages }))
})
