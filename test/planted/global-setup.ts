import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { readNotes } from './notes.ts'
import { placesFile, summaryOf } from './summary.ts'
import { preloadIn } from './watched.ts'

/**
 * Searches for planted values during the run of a project: prepares the preload for its processes, and reports at the end
 * what it searched. A planted value makes the run fail.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-planted-'))
  await build({
    input: fileURLToPath(new URL('watch-process.ts', import.meta.url)),
    platform: 'node',
    output: { file: preloadIn(folder), format: 'cjs' },
    logLevel: 'silent',
  })
  project.config.env = { ...project.config.env, RECIPISA_PLANTED: folder }
  return () => {
    const summary = summaryOf(readNotes(folder))
    rmSync(folder, { recursive: true })
    const file = placesFile(project.name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(summary))
    const { folders, files, megabytes, processes, outputs, storages, errors, found } = summary
    console.log(
      `— planted values (${project.name}): looked for in ${folders} folders with ${files} files (${megabytes} MB), ` +
        `${processes} processes, ${outputs} outputs, ${storages} storages and ${errors} errors; ${found.length} found`,
    )
    if (found.length > 0) throw new Error(`planted values were found:\n${found.map(one => `  ${one}`).join('\n')}`)
  }
}
