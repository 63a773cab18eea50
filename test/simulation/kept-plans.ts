import type { Plan } from './plan.ts'

/** Plans in which a promise was once broken, as small as they became, each with what broke. */
export const KEPT: readonly { what: string; plan: Plan }[] = [
  {
    what: 'a claim was taken over from a process that lives, after the clock was set forward: nothing is filed twice',
    plan: {
      seed: 158,
      wall: 1_774_745_940_298,
      companies: 1,
      invoices: 0,
      leaving: 0,
      requestsPerMinute: 1000,
      tellsBirths: false,
      pace: { processingMs: 9996, indexingMs: 10_514, downloadMs: 0 },
      isBusy: false,
      filingFaults: [],
      faults: [{ request: 4, kind: 'silent' }],
      crashes: [],
      deeds: [
        { at: 566, act: 'upload', document: 0, panel: true },
        { at: 11_490, act: 'shift-clock', ms: 3_600_000 },
        { at: 13_849, act: 'resume' },
      ],
      rebuilds: false,
    },
  },
  {
    what: 'a pause that the authority asked for was forgotten with the power of the machine',
    plan: {
      seed: 94,
      wall: 1_774_745_940_665,
      companies: 1,
      invoices: 0,
      leaving: 0,
      requestsPerMinute: 1000,
      tellsBirths: true,
      pace: { processingMs: 7344, indexingMs: 1102, downloadMs: 509 },
      isBusy: false,
      faults: [{ request: 1, kind: 'too-fast', ms: 25_000 }],
      filingFaults: [],
      crashes: [],
      deeds: [
        { at: 1100, act: 'panel-sync' },
        { at: 7280, act: 'power' },
        { at: 11_449, act: 'sync' },
      ],
      rebuilds: false,
    },
  },
  {
    what: 'a new journal lost its name with the power, after the database was lost: an upload was not known any more',
    plan: {
      seed: 371,
      wall: 1_774_745_940_476,
      companies: 1,
      invoices: 0,
      leaving: 0,
      requestsPerMinute: 1000,
      tellsBirths: true,
      pace: { processingMs: 4832, indexingMs: 4858, downloadMs: 662 },
      isBusy: false,
      faults: [],
      filingFaults: [],
      crashes: [],
      deeds: [
        { at: 19_761, act: 'upload', document: 1, panel: false },
        { at: 20_863, act: 'lose-database' },
        { at: 21_641, act: 'power' },
      ],
      rebuilds: false,
    },
  },
]
