import { symlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { aMachine } from '../doctor/machine.fixture.ts'
import { findModules } from './find-modules.ts'

test('H-11 drivers are found in their usual places, by their registration and by name, each file once', async () => {
  const machine = aMachine({
    '/usr/lib/libeToken.so': '',
    '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so': '',
    '/usr/lib/pkcs11/libmaker.so': '',
    '/usr/share/p11-kit/modules/maker.module': 'module: libmaker.so\n',
    '/etc/pkcs11/modules/none.module': 'module: libnone.so\n',
    '~/.config/mozilla/firefox/a.default/pkcs11.txt': 'library=/gone/libfirefox.so\n',
    '~/.pki/nssdb/pkcs11.txt': 'library=/gone/libown.so\nlibrary=opensc-pkcs11.so\nlibrary=libnssckbi.so\n',
  })
  symlinkSync(machine.pathOf('/usr/lib/libeToken.so'), machine.pathOf('/usr/lib/libIDPrimePKCS11.so'))
  const { files, gone, names } = await findModules(machine)
  expect(files.map(path => `/${relative(machine.root, path)}`).toSorted()).toEqual([
    '/usr/lib/libeToken.so',
    '/usr/lib/pkcs11/libmaker.so',
    '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so',
  ])
  expect(gone).toEqual(['/gone/libown.so', '/gone/libfirefox.so'])
  expect(names).toEqual(['libnone.so'])
})
