import { expect, test } from 'vitest'
import { parseKey, registryFile } from './registry.ts'

test('a key is read in any language of Windows: the default value, values with spaces, numbers, subkeys', () => {
  const output = [
    '',
    'HKEY_CURRENT_USER\\Software\\Google\\Chrome',
    '    (Implicit)    REG_SZ    C:\\Users\\Ștefan cel Mare\\recipisa.json',
    '    Two words    REG_DWORD    0x1',
    '    Empty    REG_SZ',
    '',
    'HKEY_CURRENT_USER\\Software\\Google\\Chrome\\NativeMessagingHosts',
    'HKEY_CURRENT_USER\\Software\\Google\\Chrome\\BLBeacon',
    '',
  ].join('\r\n')
  expect(parseKey(output)).toEqual({
    values: [
      { name: '(Implicit)', data: 'C:\\Users\\Ștefan cel Mare\\recipisa.json' },
      { name: 'Two words', data: '0x1' },
      { name: 'Empty', data: '' },
    ],
    subkeys: ['NativeMessagingHosts', 'BLBeacon'],
  })
})

test('keys are set and removed by one file, whatever letters and quotes a path has', () => {
  const changes = new Map([
    ['HKCU\\Software\\Mozilla\\NativeMessagingHosts\\ro.recipisa.host', 'C:\\Users\\Ștefan "cel Mare"\\a.json'],
    ['HKCU\\Software\\Chromium\\NativeMessagingHosts\\ro.recipisa.host', null],
  ])
  expect(registryFile(changes)).toBe(
    [
      '\uFEFFWindows Registry Editor Version 5.00',
      '',
      '[HKEY_CURRENT_USER\\Software\\Mozilla\\NativeMessagingHosts\\ro.recipisa.host]',
      '@="C:\\\\Users\\\\Ștefan \\"cel Mare\\"\\\\a.json"',
      '',
      '[-HKEY_CURRENT_USER\\Software\\Chromium\\NativeMessagingHosts\\ro.recipisa.host]',
      '',
    ].join('\r\n'),
  )
})
