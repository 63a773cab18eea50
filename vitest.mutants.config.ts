import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of these rooms call them directly; sync and declarations use them from above. */
const UNIT = [
  'native-host/{authority,limits,session,signature,reading,jobs,capabilities,log}/**/*.test.ts',
  'shared/**/*.test.ts',
]

/** Contract tests that call the host's rooms in their own process: no mutant reaches a program that a test starts. */
const IN_PROCESS = [
  '*-wire',
  'daily-limits',
  'download',
  'limits',
  'lists',
  'oauth',
  'profile',
  'registers-manners',
  'spv-requests',
  'upload-{answers,token}',
  'wire-answers',
]

/** The quick ones first: the first test that fails ends a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isContract = ({ moduleId }: TestSpecification) => moduleId.includes('/test/contract/')
    return [...files.filter(file => !isContract(file)), ...files.filter(isContract)]
  }
}

/** What may kill a mutant that `npm run mutants` makes. */
export default defineConfig({
  test: {
    include: [...UNIT, `test/contract/*/{${IN_PROCESS.join(',')}}.test.ts`],
    exclude: ['**/processes.test.ts'],
    sequence: { sequencer: UnitFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
