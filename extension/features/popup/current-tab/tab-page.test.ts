import { expect, test } from 'vitest'
import { judgeTabPage, serviceAt } from './tab-page.ts'

const PERMISSIONS = ['https://localhost/*', 'https://*.anaf.ro/*', 'https://*.anaf.mfinante.gov.ro/*']

test('the authority’s services are known by path on its own hosts, and nowhere else', () => {
  expect(serviceAt('https://decl.anaf.mfinante.gov.ro/WAS6DUS/welcome.do', PERMISSIONS)).toBe('portal')
  expect(serviceAt('https://www.anaf.ro/StareD112/vizualizareStare.do', PERMISSIONS)).toBe('filing-status')
  expect(serviceAt('https://webserviced.anaf.ro/SPVWS2/rest/listaMesaje?zile=1', PERMISSIONS)).toBe('mailbox')
  for (const elsewhere of [
    'https://www.anaf.ro/',
    'https://www.anaf.ro/x/StareD112/',
    'http://www.anaf.ro/StareD112/',
    'https://www.anaf.ro.example.com/StareD112/',
    'https://evilanaf.ro/StareD112/',
    'https://example.com/WAS6DUS/?https://www.anaf.ro/WAS6DUS/',
    'chrome://extensions',
    '',
    undefined,
  ]) {
    expect(serviceAt(elsewhere, PERMISSIONS), elsewhere).toBeUndefined()
  }
})

test('a page is what it says, whatever its address promises', () => {
  const shown = { tabId: 7, url: 'https://decl.localhost/WAS6DUS/displayFile.do', loadedAt: 5, html: '<p>Succes</p>' }
  expect(judgeTabPage('portal', shown)).toEqual({
    kind: 'portal',
    tabId: 7,
    url: shown.url,
    loadedAt: 5,
    content: { kind: 'unknown' },
  })
  const policy = { ...shown, url: 'https://decl.localhost/my.policy' }
  expect(judgeTabPage('portal', policy)).toBeUndefined()
  const logon = { ...policy, html: '<form><input type="submit" value="Prezentare certificat"></form>' }
  expect(judgeTabPage('portal', logon)).toMatchObject({ content: { kind: 'logon' } })
  expect(judgeTabPage('filing-status', shown)).toEqual({ kind: 'filing-status', content: { kind: 'unknown' } })
})
