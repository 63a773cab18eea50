import { expect, test } from 'vitest'
import { checkVersions } from './versions.ts'

const findings = (extension: string | undefined, installed: readonly string[] = []) =>
  checkVersions(extension, installed, '2.1.0').map(({ finding, state }) => `${finding} ${state}`)

test('minor versions of extension and host may differ, major ones name the side to update', () => {
  expect(findings(undefined)).toEqual(['version-host fine'])
  expect(findings('2.4.0')).toEqual(['version-both fine'])
  expect(findings('1.9.0')).toEqual(['version-extension-old broken'])
  expect(findings('3.0.0')).toEqual(['version-host-old broken'])
})

test('a program of another version than this one, which the browsers start, is named', () => {
  expect(findings(undefined, ['2.1.0', '2.1.0'])).toEqual(['version-host fine'])
  expect(findings(undefined, ['2.0.0'])).toEqual(['version-host fine', 'version-installed-other look'])
})
