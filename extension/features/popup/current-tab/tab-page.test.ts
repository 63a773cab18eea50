import { expect, test } from 'vitest'
import { readShown } from '../../../../shared/pages/parse-page.ts'
import { judgeTabPage } from './judge-tab-page.ts'
import { serviceAt } from './tab-page.ts'

const PERMISSIONS = ['https://localhost/*', 'https://*.anaf.ro/*', 'https://*.anaf.mfinante.gov.ro/*']

test('the authority’s services are recognised by path on its own hosts only', () => {
  expect(serviceAt('https://decl.anaf.mfinante.gov.ro/WAS6DUS/welcome.do', PERMISSIONS)).toBe('portal')
  expect(serviceAt('https://www.anaf.ro/StareD112/vizualizareStare.do', PERMISSIONS)).toBe('declaration-status')
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

test('a page is judged by its content, whatever its address', () => {
  const shown = { tabId: 7, url: 'https://decl.localhost/WAS6DUS/displayFile.do', loadedAt: 5 }
  const success = readShown('<p>Succes</p>')
  expect(judgeTabPage('portal', shown, success)).toEqual({
    kind: 'portal',
    tabId: 7,
    url: shown.url,
    loadedAt: 5,
    content: { kind: 'unknown' },
  })
  const policy = { ...shown, url: 'https://decl.localhost/my.policy' }
  expect(judgeTabPage('portal', policy, success)).toBeUndefined()
  const logon = readShown('<form><input type="submit" value="Prezentare certificat"></form>')
  expect(judgeTabPage('portal', policy, logon)).toMatchObject({ content: { kind: 'logon' } })
  expect(judgeTabPage('declaration-status', shown, success)).toEqual({
    kind: 'declaration-status',
    content: { kind: 'unknown' },
  })
})
