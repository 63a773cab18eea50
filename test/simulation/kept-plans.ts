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
      tellsBirths: false,
      pace: { processingMs: 9996, indexingMs: 10_514 },
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
]
