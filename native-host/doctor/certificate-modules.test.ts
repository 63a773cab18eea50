import { expect, test } from 'vitest'
import { checkCertificateModules } from './certificate-modules.ts'
import { aMachine } from './machine.fixture.ts'

const findings = async (...machine: Parameters<typeof aMachine>) =>
  (await checkCertificateModules(aMachine(...machine))).map(({ finding, state, params }) => [
    finding,
    state,
    params.names ?? params.path,
  ])

test('token drivers of p11-kit, Chromium and Firefox are named once, those of roots and passwords are not', async () => {
  const files = {
    '/usr/share/p11-kit/modules/opensc.module': 'module: opensc-pkcs11.so\n',
    '/usr/share/p11-kit/modules/p11-kit-trust.module': 'module: p11-kit-trust.so\ntrust-policy: yes\n',
    '~/.config/pkcs11/modules/own.module': '# my token\nmodule: /gone/libeToken.so\n',
    '~/.pki/nssdb/pkcs11.txt': 'library=\nname=NSS Internal PKCS #11 Module\n\nlibrary=opensc-pkcs11.so\nname=token\n',
    '~/.mozilla/firefox/a.default/pkcs11.txt': 'library=/gone/libeToken.so\nlibrary=libnssckbi.so\n',
  }
  expect(await findings(files)).toEqual([
    ['module-gone', 'look', '/gone/libeToken.so'],
    ['modules-known', 'fine', 'opensc-pkcs11.so'],
  ])
})

test('nothing presumes PKCS#11: no driver is no fault, and Windows and macOS need none', async () => {
  expect(await findings()).toEqual([['modules-none', 'none', undefined]])
  for (const system of ['win32', 'darwin'] as const)
    expect(await findings({}, { system })).toEqual([['modules-of-system', 'none', undefined]])
})
