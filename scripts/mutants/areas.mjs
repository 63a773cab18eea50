/**
 * Areas of `npm run mutants`: globs of the code to change and of the tests that may notice. Tests call the code in their
 * own process: no change reaches a program that a test starts.
 */
export const AREAS = {
  domain: {
    code: ['shared/{domain,documents,text,xml}/**/*.ts', 'shared/errors/{error-body,recipisa-error}.ts'],
    tests: ['shared/{domain,documents,text,xml,errors}/**/*.test.ts'],
  },
  pages: {
    code: ['shared/pages/**/*.ts'],
    tests: ['shared/pages/**/*.test.ts'],
  },
  limits: {
    code: ['native-host/limits/**/*.ts'],
    tests: ['native-host/limits/**/*.test.ts', 'test/contract/invoices/{daily-limits,limits}.test.ts'],
  },
  signature: {
    code: ['native-host/signature/**/*.ts'],
    tests: ['native-host/signature/**/*.test.ts'],
  },
  wire: {
    code: ['native-host/authority/wire/**/*.ts'],
    tests: ['native-host/authority/wire/**/*.test.ts', 'test/contract/host/wire-answers.test.ts'],
  },
  'sign-in': {
    code: ['native-host/authority/oauth/**/*.ts', 'native-host/session/**/*.ts'],
    tests: [
      'native-host/{authority/oauth,session}/**/*.test.ts',
      'test/contract/session/{sign-in,tokens,token-refresh,token-storage,profile}.test.ts',
    ],
  },
  efactura: {
    code: ['native-host/authority/efactura/**/*.ts'],
    tests: [
      'native-host/authority/efactura/**/*.test.ts',
      'native-host/authority/evidence.test.ts',
      'test/contract/invoices/{list-*,download,checks-wire}.test.ts',
      'test/contract/uploads/{upload-wire,upload-status-wire,upload-answers,upload-token}.test.ts',
    ],
  },
  portal: {
    code: ['native-host/authority/portal/**/*.ts'],
    tests: [
      'native-host/authority/portal/**/*.test.ts',
      'native-host/authority/evidence.test.ts',
      'test/contract/declarations/*-wire.test.ts',
    ],
  },
  spv: {
    code: ['native-host/authority/spv/**/*.ts'],
    tests: [
      'native-host/authority/spv/**/*.test.ts',
      'native-host/authority/evidence.test.ts',
      'test/contract/mailbox/{spv-wire,spv-requests}.test.ts',
    ],
  },
  registers: {
    code: ['native-host/authority/registers/**/*.ts'],
    tests: [
      'native-host/authority/registers/**/*.test.ts',
      'test/contract/registers/{registers-wire,registers-manners}.test.ts',
    ],
  },
}
