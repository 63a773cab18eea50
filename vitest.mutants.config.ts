import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './test/support/memory-folder.ts'

/** The tests of one area, as scripts/mutants/mutants.mjs names them. */
const include: string[] = JSON.parse(process.env.RECIPISA_MUTANTS_TESTS ?? '[]')

/** The quick ones first: the first test that fails ends a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isContract = ({ moduleId }: TestSpecification) => moduleId.includes('/test/contract/')
    return [...files.filter(file => !isContract(file)), ...files.filter(isContract)]
  }
}

const folder = memoryFolder()

/** The tests that may notice a mutant of `npm run mutants`. */
export default defineConfig({
  test: {
    include,
    // Those start processes or feed readers for many seconds.
    exclude: ['**/{processes,hostile,hostile-answers}.test.ts'],
    sequence: { sequencer: UnitFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    ...(folder === undefined ? {} : { env: { TMPDIR: folder } }),
  },
})
