// Makes the artefacts, one after the other. A failed one does not stop the others, and fails the command at the end.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '../../shared/domain/product.ts'
import { Failed, orExplain, outputOf, ROOT } from '../tools.mjs'
import { ARTEFACTS } from './artefacts.mjs'
import { changelogProblems, releaseMoment } from './release.mjs'
import { writeSums } from './sums.mjs'

/** Beside dist/, which every build empties. */
const RELEASE = join(ROOT, 'release')

await orExplain(main())

async function main() {
  const without = namesIn(process.argv.slice(2))
  // Everybody can read the files in packages, whatever the developer's own setting.
  process.umask(0o022)
  await mkdir(join(ROOT, '.output'), { recursive: true })
  const work = await mkdtemp(join(ROOT, '.output/package-'))
  const failures = []
  try {
    await rm(RELEASE, { recursive: true, force: true })
    await mkdir(RELEASE)
    const about = { version: VERSION, epoch: await releaseMoment(), release: RELEASE, work }
    for (const [name, make] of Object.entries(ARTEFACTS)) {
      console.log(`— ${name}${without.has(name) ? ': left out' : ''}`)
      if (without.has(name)) continue
      await make(about).catch(error => {
        const reason = reasonOf(error)
        console.error(reason)
        failures.push(`${name}: ${reason.split('\n')[0]}`)
      })
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  failures.push(...changelogProblems(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), VERSION))
  for (const line of await writeSums(RELEASE)) console.log(line)
  if ((await outputOf('git', ['status', '--porcelain'])) !== '')
    console.warn('\nA trial, not a release: files differ from the commit that the source archive holds.')
  if (failures.length > 0) throw new Failed(`Not made:\n${failures.map(each => `  ${each}`).join('\n')}`)
  console.log(`\nIn ${RELEASE}${without.size > 0 ? `, without ${[...without].join(', ')}` : ''}`)
}

function reasonOf(error) {
  if (error.code === 'ENOENT' && error.syscall?.startsWith('spawn')) return `${error.path} is not installed`
  return error instanceof Failed ? error.message : error.stack
}

function namesIn(args) {
  const { values } = parseArgs({ args, options: { without: { type: 'string', default: '' } } })
  const names = values.without.split(',').filter(Boolean)
  const unknown = names.filter(name => !(name in ARTEFACTS))
  if (unknown.length > 0)
    throw new Failed(`No such artefact: ${unknown.join(', ')}. There are ${Object.keys(ARTEFACTS).join(', ')}.`)
  return new Set(names)
}
