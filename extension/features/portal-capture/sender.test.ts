import { expect, test } from 'vitest'
import { isAnswerPage, portalPageOf } from './sender.ts'

const OWN = { ownId: 'ours', patterns: ['https://*.anaf.ro/WAS6DUS/*', 'https://*.anaf.mfinante.gov.ro/WAS6DUS/*'] }
const url = 'https://decl.anaf.mfinante.gov.ro/WAS6DUS/displayFile.do'
const tab = { id: 4, index: 0, highlighted: false, active: true, pinned: false, incognito: false }
const SENDER = { id: 'ours', tab, frameId: 0, url, origin: 'https://decl.anaf.mfinante.gov.ro' }

test('a page of the portal is taken at what the browser says of it', () => {
  expect(portalPageOf(SENDER, OWN)).toEqual({ tabId: 4, url })
  const { origin: _, ...untold } = SENDER
  expect(portalPageOf(untold, OWN)).toEqual({ tabId: 4, url })
})

test.each([
  ['nobody', undefined],
  ['another extension', { ...SENDER, id: 'other' }],
  ['a frame in the page', { ...SENDER, frameId: 3 }],
  ['no tab', { ...SENDER, tab: undefined }],
  ['no address', { ...SENDER, url: undefined }],
  ['another page of the authority', { ...SENDER, url: 'https://www.anaf.ro/anaf/', origin: 'https://www.anaf.ro' }],
  [
    'the path on another site',
    { ...SENDER, url: 'https://evil.example/WAS6DUS/displayFile.do', origin: 'https://evil.example' },
  ],
  [
    'a host that only ends like the authority',
    { ...SENDER, url: 'https://evilanaf.ro/WAS6DUS/', origin: 'https://evilanaf.ro' },
  ],
  ['http', { ...SENDER, url: 'http://decl.anaf.ro/WAS6DUS/', origin: 'http://decl.anaf.ro' }],
  ['an address that is not of the page’s origin', { ...SENDER, origin: 'https://evil.example' }],
  ['an opaque origin, of a sandboxed page', { ...SENDER, origin: 'null' }],
])('what %s tells is not heard', (_, sender) => {
  expect(portalPageOf(sender as never, OWN)).toBeUndefined()
})

test('an answer stands at its own address', () => {
  expect(isAnswerPage(url)).toBe(true)
  expect(isAnswerPage(`${url};jsessionid=0001AB`)).toBe(true)
  expect(isAnswerPage('https://decl.anaf.mfinante.gov.ro/WAS6DUS/welcome.do?/WAS6DUS/displayFile.do')).toBe(false)
})
