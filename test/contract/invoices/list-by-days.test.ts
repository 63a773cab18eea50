import { describe, expect, test } from 'vitest'
import { asked, BY_DAYS, CUI, company, desk, deskForEach, ids, open, PAGED, worldIds } from '../support/lists.ts'
import { failureOf, never } from '../support/wire.ts'

deskForEach()

describe('the list by days', () => {
  test('E-10 zile goes from 1 to 60 and filtru is E, T, P or R', async () => {
    const { eInvoicing } = await open({ world: company(3) })
    for (const days of [1, 60]) {
      const { messages } = await eInvoicing.listByDays({ cui: CUI, days }, never)
      expect(ids(messages)).toEqual(worldIds())
    }
    for (const filter of ['E', 'T', 'P', 'R'] as const)
      await eInvoicing.listByDays({ cui: CUI, days: 9, filter }, never)
    const queries = asked(BY_DAYS).map(({ query }) => query)
    expect(queries.slice(0, 2)).toEqual([
      { zile: '1', cif: CUI },
      { zile: '60', cif: CUI },
    ])
    expect(queries.slice(2).map(({ filtru }) => filtru)).toEqual(['E', 'T', 'P', 'R'])
    for (const days of [0, 61, 1.5, Number.NaN])
      expect((await failureOf(eInvoicing.listByDays({ cui: CUI, days }, never))).reason).toBe('argument-invalid')
    expect(asked(BY_DAYS)).toHaveLength(6)
  })

  test('E-10 more than 500 messages switch to the paginated list', async () => {
    const { eInvoicing } = await open({ world: company(501) })
    const { messages } = await eInvoicing.listByDays({ cui: CUI, days: 60, filter: 'T' }, never)
    expect(ids(messages)).toEqual(worldIds())
    expect(asked(BY_DAYS)).toHaveLength(1)
    expect(asked(PAGED).every(({ query }) => query.filtru === 'T')).toBe(true)
    expect(asked(PAGED).map(({ query }) => query.pagina)).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('E-12 the no-results wordings of both lists give an empty list', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    expect((await eInvoicing.listByDays({ cui: CUI, days: 15 }, never)).messages).toEqual([])
    expect((await eInvoicing.listWindow({ cui: CUI }, never)).messages).toEqual([])
    expect(desk.authority.journal.entries.map(({ status }) => status)).toEqual([200, 200])
  })

  test('E-12 every other note is an error with its text', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const notes = [
      'CIF introdus= aaa nu este un numar',
      'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
      'Nu exista mesaje pentru care sa aveti acces',
      'O eroare nemaivăzută',
    ]
    for (const note of notes) {
      const body = JSON.stringify({ eroare: note, titlu: 'Lista Mesaje' })
      desk.authority.faults.add({ match: { path: BY_DAYS }, effect: { kind: 'body', body, contentType: 'text/plain' } })
      const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
      expect(error).toMatchObject({ reason: 'authority-note', params: { note } })
      expect(error.message).toContain(note)
    }
  })

  test('E-32 a company without rights is reported', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const error = await failureOf(eInvoicing.listByDays({ cui: '1234', days: 1 }, never))
    expect(error).toMatchObject({ reason: 'no-rights-for-company', code: 'no-rights', params: { cui: '1234' } })
    expect(error.message).toContain('"Nu aveti drept in SPV pentru CIF=1234"')
    expect((await eInvoicing.rightsFor('1234', never)).refusal?.message).toBe(error.message)
    expect((await eInvoicing.rightsFor(CUI, never)).refusal).toBeUndefined()
    expect((await failureOf(eInvoicing.listWindow({ cui: '1234' }, never))).reason).toBe('no-rights-for-company')
  })

  test('E-32 a certificate without any right is reported as such, in the authority’s own words', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const note = 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
    const body = JSON.stringify({ eroare: note, titlu: 'Lista Mesaje' })
    desk.authority.faults.add({ match: { path: /listaMesaje/ }, times: 'always', effect: { kind: 'body', body } })
    for (const work of [
      () => eInvoicing.listByDays({ cui: CUI, days: 1 }, never),
      () => eInvoicing.listWindow({ cui: CUI }, never),
      () => eInvoicing.rightsFor(CUI, never).then(({ refusal }) => Promise.reject(refusal)),
    ]) {
      const error = await failureOf(work())
      expect(error).toMatchObject({ reason: 'certificate-without-rights', code: 'no-rights', side: 'certificate' })
      expect(error.message).toContain(note)
      expect(error.message).not.toContain(CUI)
    }
  })

  test('E-32 a service that refuses a fresh token is named, with its words', async () => {
    const { eInvoicing } = await open({ world: company(1) })
    const refused = { kind: 'status', status: 403 } as const
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 'always', effect: refused })
    const error = await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))
    expect(error).toMatchObject({ reason: 'no-right-for-service', params: { operation: BY_DAYS } })
    const said = '{"eroare":"Serviciul nu este activat pentru aceasta aplicatie","titlu":"x"}'
    desk.authority.faults.clear()
    desk.authority.faults.add({ match: { path: BY_DAYS }, times: 'always', effect: { ...refused, body: said } })
    expect((await failureOf(eInvoicing.listByDays({ cui: CUI, days: 1 }, never))).message).toContain(
      '"Serviciul nu este activat pentru aceasta aplicatie"',
    )
  })
})
