import { expect, test } from 'vitest'
import { hostManifest } from '../../manifests/host-manifest.ts'
import { CHROME_EXTENSION_ID, FIREFOX_EXTENSION_ID } from '../../shared/domain/product.ts'
import { callerOf } from './caller.ts'

const MANIFEST = '/home/ana/.mozilla/native-messaging-hosts/ro.recipisa.host.json'

test('H-06 the origins that the installed manifest allows, and the add-on’s id in Firefox, are our extension', () => {
  const { allowed_origins: origins } = JSON.parse(hostManifest('chromium', '/x')) as { allowed_origins: string[] }
  expect(origins).toContain(`chrome-extension://${CHROME_EXTENSION_ID}/`)
  expect(new Set(origins.map(origin => callerOf([origin])))).toEqual(new Set(['extension']))
  // Chromium on Windows also names the window.
  expect(callerOf([...origins, '--parent-window=0'])).toBe('extension')
  expect(callerOf([MANIFEST, FIREFOX_EXTENSION_ID])).toBe('extension')
})

test('H-06 whatever else a browser starts it for is a stranger, however its address begins or ends', () => {
  for (const args of [
    [`chrome-extension://${'a'.repeat(32)}/`],
    [`chrome-extension://${CHROME_EXTENSION_ID}`],
    [`chrome-extension://${CHROME_EXTENSION_ID}.example/`],
    [`chrome-extension://${CHROME_EXTENSION_ID}/x`],
    [`CHROME-EXTENSION://${CHROME_EXTENSION_ID.toUpperCase()}/`],
    [`moz-extension://${CHROME_EXTENSION_ID}/`],
    ['C:\\Users\\Ana\\ro.recipisa.host.JSON', 'strange@example'],
    [MANIFEST],
    [MANIFEST, `x${FIREFOX_EXTENSION_ID}`],
  ])
    expect(callerOf(args), args.join(' ')).toBe('stranger')
})

test('whatever a person types is the command line', () => {
  for (const args of [[], ['auth', 'status'], ['--json', 'jobs', 'list'], ['invoices', 'validate', 'x.json']])
    expect(callerOf(args), args.join(' ')).toBe('command-line')
})
