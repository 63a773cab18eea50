import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call } from '../call.ts'
import { receiptPdf } from './status-site.ts'

const DAY = 86_400_000
const CUI = '8000000000'
let folder: string
let authority: Authority

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-status-'))
  authority = await startAuthority({ folder })
})
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

const get = (path: string) => call(authority, `${authority.profile.statusUrl}/StareD112/${path}`)
async function ask(id: string, cui = CUI, ghiseu = 'N'): Promise<string> {
  const { status, headers, body } = await call(
    authority,
    `${authority.profile.statusUrl}/StareD112/vizualizareStare.do`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ghiseu, id, cui }).toString(),
    },
  )
  expect([status, headers['content-type']]).toEqual([200, 'text/html;charset=ISO-8859-1'])
  return body.toString('latin1')
}

test('a matching pair lists all submitted of the company, newest first, header cells without a row of their own', async () => {
  const { declarations, clock } = authority
  const old = declarations.add({ cui: CUI, form: 'D300', submittedAt: clock.now() - 70 * DAY })
  const fresh = declarations.add({ cui: CUI, form: 'D112', submittedAt: clock.now() - DAY })
  declarations.add({ cui: CUI, form: 'D101', submittedAt: clock.now() - 100 * DAY })
  declarations.add({ cui: '14399840', form: 'D112' })
  const page = await ask(old.number)
  expect(page).toContain(`Documente depuse pentru cui: ${CUI} in perioada `)
  expect(page).toMatch(/<thead>\s*<th>Index<\/th>/)
  expect(page).toContain('<th>Consulta&#539;i</th>')
  const rows = [...page.matchAll(/<tr align="left"><td>(\d+)<\/td><td>(\w+)<\/td>/g)].map(([, , form]) => form)
  expect(rows).toEqual(['D112', 'D300'])
  expect(page).toContain(`ObtineRecipisa?numefisier=${fresh.number}.pdf`)
  expect(page).not.toContain(`ObtineRecipisa?numefisier=${old.number}.pdf`)
})

test('the state shows with the clock, and the receipt with it', async () => {
  const { declarations, clock } = authority
  const declaration = declarations.add({
    cui: CUI,
    form: 'D300',
    outcome: 'not-a-document',
    processedAt: clock.now() + 60_000,
  })
  const path = `ObtineRecipisa?numefisier=${declaration.number}.pdf`
  expect(await ask(declaration.number)).toContain('<td>In prelucrare</td>')
  const empty = await get(path)
  expect([empty.status, empty.headers['content-type'], empty.headers['content-length']]).toEqual([
    200,
    'application/pdf',
    '0',
  ])
  clock.advance(60_000)
  expect(await ask(declaration.number)).toContain('<td>Fi&#351;ierul depus nu este un document valid</td>')
  expect((await get(path)).body).toEqual(receiptPdf(declaration))
  clock.advance(60 * DAY)
  expect((await get(path)).body).toHaveLength(0)
})

test('another company, an unknown index, one beyond the last 200 and a wrong word are answered apart', async () => {
  const { declarations, clock } = authority
  const first = declarations.add({ cui: CUI, form: 'D300', submittedAt: clock.now() - DAY })
  expect(await ask(first.number, '14399840')).toContain('Nu a fost identificata nicio declaratie')
  expect(await ask('99')).toContain('Nu a fost identificata nicio declaratie')
  expect(await ask('abc')).toContain('Nu ati introdus un index valid')
  expect(await ask(first.number, 'x')).toContain('Nu ati introdus un index valid')
  for (let count = 0; count < 200; count++) declarations.add({ cui: CUI, form: 'D112' })
  expect(await ask(first.number)).toContain('Nu a fost identificata nicio declaratie')
})

test('of declarations submitted at one moment the last 200 are listed', async () => {
  const { declarations, clock } = authority
  const submittedAt = clock.now()
  for (let count = 0; count < 201; count++) declarations.add({ cui: CUI, form: 'D112', submittedAt })
  const numbers = declarations.submitted.map(({ number }) => number)
  expect(await ask(numbers.at(-1) ?? '')).toContain(`<td>${numbers.at(-1)}</td>`)
  expect(await ask(numbers[0] ?? '')).toContain('Nu a fost identificata nicio declaratie')
})

test('a declaration at a counter is found by its registration number only', async () => {
  authority.declarations.add({ cui: CUI, form: 'D700', isCounter: true, number: '1234-56/2026' })
  expect(await ask('1234-56/2026', CUI, 'Y')).toContain('<td>1234-56/2026</td><td>D700</td>')
  expect(await ask('1234-56/2026')).toContain('Nu ati introdus un index valid')
})

test('each page is one table and nothing around it, in chunks', async () => {
  const { number } = authority.declarations.add({ cui: CUI, form: 'D300' })
  for (const page of [(await get('')).body.toString('latin1'), await ask(number), await ask('99'), await ask('x')]) {
    expect(page).toMatch(/^<table border="0"[\s\S]*<\/table>\s+$/)
    expect(page).not.toMatch(/<!doctype|<\/?(html|body)/i)
  }
  const { headers } = await get('')
  expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined])
})
