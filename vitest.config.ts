import { defineConfig } from 'vitest/config'

/** Builds the host that the tests start. */
const PROGRAM = 'test/contract/support/program.ts'

/** Tests beside their files that start and kill processes: they take longer than a unit test may. */
const PROCESSES = ['native-host/**/processes.test.ts']

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
          include: ['{shared,native-host,manifests,scripts}/**/*.test.ts', 'extension/**/*.test.{ts,tsx}'],
          exclude: PROCESSES,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/{authority,contract}/**/*.test.ts', ...PROCESSES],
          globalSetup: PROGRAM,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'load',
          include: ['test/load/**/*.test.ts'],
          globalSetup: PROGRAM,
          testTimeout: 120_000,
          hookTimeout: 60_000,
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
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
