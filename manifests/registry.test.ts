import { expect, test } from 'vitest'
import { parseKey } from './registry.ts'

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
