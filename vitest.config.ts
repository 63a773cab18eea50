import { defineConfig } from 'vitest/config'

/** Builds the host that the tests start. */
const PROGRAM = 'test/contract/support/program.ts'

/**
 * Tests beside their files that start and kill processes or threads, or feed readers what takes them longest: they take
 * longer than a unit test may.
 */
const PROCESSES = [
  'native-host/**/{processes,hostile,hostile-answers}.test.ts',
  'native-host/capabilities/declarations/read-pdf.test.ts',
  'native-host/reading/list/read-list.test.ts',
]

/** How long what must come is waited for, ms: on a busy machine the usual second is none. */
const PATIENT = { poll: { timeout: 20_000 } }

/**
 * unit: beside their files, under 30 s. contract: the embedded authority, and the host's rooms against it, in real TLS.
 * load: what only holds when the machine does nothing else meanwhile. browser: the whole way in real Chromium.
 * bench: timings as shares of what was promised, told and not judged; `npm run bench`, after a build for localhost.
 */
export default defineConfig({
  test: {
    // One more than the machine that the times are promised for has cores: tests wait more than they work.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{docs,shared,native-host,manifests,scripts}/**/*.test.ts', 'extension/**/*.test.{ts,tsx}'],
          exclude: PROCESSES,
          // A process for each of the many small files takes longer than what most of them do.
          pool: 'threads',
          setupFiles: 'extension/ui/patience.fixture.ts',
          testTimeout: 30_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/{authority,contract}/**/*.test.ts', ...PROCESSES],
          globalSetup: PROGRAM,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'load',
          include: ['test/load/**/*.test.ts'],
          globalSetup: PROGRAM,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: PROGRAM,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
