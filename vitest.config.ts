import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { memoryFolder } from './test/support/memory-folder.ts'

/** Builds the host that the tests start. */
const PROGRAM = 'test/support/program.ts'

/** Looks for planted secrets in all that the tests' programs leave and say. */
const PLANTED = 'test/planted/global-setup.ts'

/** Tests beside their files that start and kill processes or threads, or take longer than a unit test may. */
const PROCESSES = [
  'native-host/**/{processes,hostile,hostile-answers}.test.ts',
  'native-host/capabilities/declarations/read-pdf.test.ts',
  'native-host/reading/list/read-list.test.ts',
]

/** How long to wait for an expected change, ms: Vitest's one second is too short on a busy machine. */
const PATIENT = { poll: { timeout: 20_000 } }

/** How long a test and its set-up may take, ms. */
const UNIT = { testTimeout: 30_000, expect: PATIENT }
const WITH_PROCESSES = { globalSetup: [PROGRAM, PLANTED], testTimeout: 180_000, hookTimeout: 180_000, expect: PATIENT }

/** Whether the long forms of the proof run (scripts/proof-part.mjs). */
const IS_LONG = process.env.RECIPISA_PROOF === 'long'

const folder = memoryFolder()
/** No test sees the developer's credential store. */
const NO_STORE = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
/** For tests that measure nothing of the disk. */
const IN_MEMORY = { env: { ...NO_STORE, ...(folder === undefined ? {} : { TMPDIR: folder }) } }

/** One more than the cores of the machine that the times are promised for: tests wait more than they work. */
const WORKERS = 3

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Unit tests beside their files, under 30 s. A process, or a new set of modules, for each of the many small files
      // would take longer than most of them do.
      {
        test: {
          name: 'unit',
          include: ['{docs,shared,native-host,manifests,scripts}/**/*.test.ts'],
          exclude: [...PROCESSES, '**/node_modules/**'],
          pool: 'threads',
          isolate: false,
          ...UNIT,
          ...IN_MEMORY,
        },
      },
      // Unit tests of the extension.
      {
        test: {
          name: 'unit-extension',
          isolate: false,
          include: ['extension/**/*.test.{ts,tsx}'],
          pool: 'threads',
          setupFiles: 'extension/ui/unit-tests.fixture.ts',
          ...UNIT,
          ...IN_MEMORY,
        },
      },
      // The embedded authority, and the host's rooms against it, over real TLS: half of the time they wait for moments and
      // answers.
      {
        test: {
          name: 'contract',
          include: ['test/{authority,contract}/**/*.test.ts', ...PROCESSES],
          maxWorkers: 6,
          isolate: false,
          ...WITH_PROCESSES,
          ...IN_MEMORY,
        },
      },
      // The short forms of the proof; `npm run proof` runs the long ones.
      {
        test: {
          name: 'proof',
          include: [
            'test/{simulation,faults,fuzz,crashes,answers,secrets}/**/*.test.ts',
            // It has no short form: test/contract/seats has its facts.
            ...(IS_LONG ? ['test/office-soak/**/*.test.ts'] : []),
          ],
          maxWorkers: 2,
          isolate: false,
          ...WITH_PROCESSES,
          // Only the crashes have several files, and those wait more than they work.
          ...(IS_LONG ? { maxWorkers: 4, testTimeout: 3_600_000, hookTimeout: 600_000 } : {}),
          ...IN_MEMORY,
        },
      },
      // The whole way in real Chromium. Each file has its own machine: browser, token, authority and data.
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
          ...WITH_PROCESSES,
          testTimeout: 300_000,
          ...IN_MEMORY,
        },
      },
      // The whole way in real Firefox, after `npm run build -- --dev`.
      {
        test: {
          name: 'firefox',
          include: ['test/firefox/**/*.test.ts'],
          globalSetup: PLANTED,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: PATIENT,
          ...IN_MEMORY,
        },
      },
      // Tests that hold only where the processor is free when they want it (scripts/test.mjs); on the real disk.
      {
        test: {
          name: 'load',
          include: ['test/load/**/*.test.ts'],
          // Each waits for its own pace nearly all the time.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          ...WITH_PROCESSES,
          env: NO_STORE,
        },
      },
    ],
  },
})
