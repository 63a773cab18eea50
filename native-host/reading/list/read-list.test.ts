import { unzipSync } from 'fflate'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { archiveOf, type Entry, packed } from '../../../test/authority/documents/hostile.ts'
import { readList } from './read-list.ts'
import { readListInThread } from './read-list-in-thread.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const cuisOf = async (bytes: Uint8Array, column?: number) =>
  (await readList(bytes, 'lista.txt', column)).rows.map(({ cui, problem }) => cui ?? problem)
const refusal = (bytes: Uint8Array) =>
  readList(bytes, 'lista.txt').then(
    () => 'read',
    (error: { reason: string }) => error.reason,
  )
const xlsx = async (rows: (string | number | null | Date)[][]) =>
  new Uint8Array(Buffer.concat(await Array.fromAsync(writeXlsxStream(rows, { name: 'Foaie' }))))

describe('text', () => {
  test('a CUI a line, whatever the line ends are', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const list = await readList(utf8(['14399840', 'RO 361757', ''].join(end)), 'lista.txt')
      expect(list).toMatchObject({ format: 'text', hasHead: false, column: 0, companies: 2 })
      expect(list.rows.map(({ row, cui }) => [row, cui])).toEqual([
        [1, '14399840'],
        [2, '361757'],
      ])
    }
  })

  test('a line between two that is empty keeps its row', async () => {
    expect(await cuisOf(utf8('14399840\n\n361757\n\n\n'))).toEqual(['14399840', 'empty', '361757'])
  })

  test('several CUIs in one line are as many rows', async () => {
    expect(await cuisOf(utf8('14399840, RO361757; 14399841'))).toEqual(['14399840', '361757', '14399841'])
    expect(await cuisOf(utf8('14399840 361757\n'))).toEqual(['14399840', '361757'])
    expect(await cuisOf(utf8('14 399 840'))).toEqual(['14399840'])
    expect(await cuisOf(utf8('RO 14399840'))).toEqual(['14399840'])
    expect(await cuisOf(utf8('RO 14399840 RO 361757, 14399841'))).toEqual(['14399840', '361757', '14399841'])
  })

  test('a quoted line is the text between the quotes', async () => {
    expect(await cuisOf(utf8('"CUI"\n"14399840"\n"RO 361757"\n'))).toEqual(['14399840', '361757'])
  })

  test('commas between groups of digits make no columns', async () => {
    expect(await cuisOf(utf8('14,399,840\n361,757\n'))).toEqual(['14399840', '361757'])
    expect(await cuisOf(utf8('14,399,840'))).toEqual(['14399840'])
  })

  test('a word alone is a row with a problem, the name of the column is not', async () => {
    expect(await cuisOf(utf8('abc\n14399840'))).toEqual(['no-number', '14399840'])
    expect(await cuisOf(utf8('Cod fiscal\n14399840'))).toEqual(['14399840'])
  })
})

describe('CSV', () => {
  test.each([[';'], [','], ['\t'], ['|']])('columns separated by %s', async separator => {
    const text = [
      ['Nume', 'C.U.I.', 'Oraș'],
      ['Alfa', '14399840', 'Iași'],
      ['Beta', '361757', 'Brașov'],
    ]
      .map(row => row.join(separator))
      .join('\n')
    const list = await readList(utf8(text), 'lista.csv')
    expect(list).toMatchObject({ format: 'csv', names: ['Nume', 'C.U.I.', 'Oraș'], column: 1, hasHead: true })
    expect(list.rows.map(({ row, cui }) => [row, cui])).toEqual([
      [2, '14399840'],
      [3, '361757'],
    ])
  })

  test('quotes hold separators and line breaks together, and one that stands alone is a letter like any other', async () => {
    const list = await readList(utf8('Nume;CUI\n"Alfa; fiii\nși ""Beta""";14399840\nSC "Gama" SRL;361757'), 'a.csv')
    expect(list.rows.map(({ cells }) => cells[0])).toEqual(['Alfa; fiii\nși "Beta"', 'SC "Gama" SRL'])
    const rows = Array.from({ length: 100 }, (_, n) => `Firma ${n};14399840`)
    const broken = await readList(utf8(['"Alfa;361757', ...rows].join('\n')), 'a.csv')
    expect(broken.rows.length).toBe(101)
    expect(await cuisOf(utf8('CUI;Nume\n14399840;"Alfa\n361757;Beta\n14399841;"Gama"\n'))).toEqual([
      '14399840',
      '361757',
      '14399841',
    ])
  })

  test('a first line that names the separator is no row', async () => {
    const list = await readList(utf8('sep=,\r\nNume,CUI\r\nAlfa,14399840\r\n'), 'a.csv')
    expect(list).toMatchObject({ names: ['Nume', 'CUI'], column: 1, invalid: 0 })
    expect(list.rows.map(({ row, cui }) => [row, cui])).toEqual([[3, '14399840']])
  })

  test('titles above the header are not rows; lines above any other word are', async () => {
    const list = await readList(utf8('Lista furnizori 2026;;\n;;\nNr;CUI;Nume\n1;14399840;Alfa\n'), 'a.csv')
    expect(list).toMatchObject({ names: ['Nr', 'CUI', 'Nume'], invalid: 0 })
    expect(list.rows.map(({ row, cui }) => [row, cui])).toEqual([[4, '14399840']])
    expect(await cuisOf(utf8('14399840\nCUI\n361757\n'))).toEqual(['14399840', 'no-number', '361757'])
  })

  test('a comma in names does not make columns where semicolons do', async () => {
    const list = await readList(utf8('Popescu, Ion SRL;14399840\nIonescu, Ana PFA;361757'), 'a.csv')
    expect(list).toMatchObject({ column: 1, names: ['A', 'B'], companies: 2 })
  })

  test('without a head that says so, the column is the one with most CUIs of a right check digit', async () => {
    const list = await readList(utf8('1;100;14399840\n2;250;361757\n3;99;14399840'), 'a.csv')
    expect(list).toMatchObject({ column: 2, hasHead: false, companies: 2, duplicates: 1 })
    expect(await cuisOf(utf8('1;100;14399840\n2;250;361757'), 1)).toEqual(['100', '250'])
  })

  test('a table’s first row without digits is a head', async () => {
    const list = await readList(utf8('Partener;Număr\nAlfa;14399840\nBeta;361757'), 'a.csv')
    expect(list).toMatchObject({ hasHead: true, column: 1, names: ['Partener', 'Număr'] })
  })

  test('a column that there is not is left to the guess', async () => {
    expect((await readList(utf8('a;14399840\nb;361757'), 'a.csv', 9)).column).toBe(1)
  })
})

describe('encodings', () => {
  const text = 'Nume;CUI\nȘtefan;14399840\n'
  const utf16 = (little: boolean) => {
    const bytes = new Uint8Array(2 * text.length)
    const view = new DataView(bytes.buffer)
    for (let n = 0; n < text.length; n++) view.setUint16(2 * n, text.charCodeAt(n), little)
    return bytes
  }
  const cases: [what: string, bytes: Uint8Array][] = [
    ['UTF-8', utf8(text)],
    ['UTF-8 with a mark', utf8(`\ufeff${text}`)],
    ['UTF-16 little endian with a mark', new Uint8Array([0xff, 0xfe, ...utf16(true)])],
    ['UTF-16 big endian with a mark', new Uint8Array([0xfe, 0xff, ...utf16(false)])],
    ['UTF-16 little endian without one', utf16(true)],
    ['UTF-16 big endian without one', utf16(false)],
  ]
  test.each(cases)('%s', async (_, bytes) => {
    const { rows, names } = await readList(bytes, 'a.csv')
    expect(names).toEqual(['Nume', 'CUI'])
    expect(rows.map(({ cells }) => cells)).toEqual([['Ștefan', '14399840']])
  })

  test('the code page of Romanian Windows', async () => {
    const bytes = Uint8Array.from([...'Nume;CUI\n', 'ª', ...'tefan;14399840'], char => char.charCodeAt(0))
    const { rows } = await readList(bytes, 'a.csv')
    expect(rows[0]?.cells[0]).toBe('Ştefan')
  })
})

describe('XLSX', () => {
  test('numbers, texts and gaps, in the input’s order', async () => {
    const bytes = await xlsx([
      ['Nume', 'CUI'],
      ['Alfa', 14399840],
      [],
      ['Beta', 'RO 361757'],
      ['Gama', 1800101221144],
      ['Delta', null],
      ['Epsilon', '1.4399840E7'],
    ])
    const list = await readList(bytes, 'lista.xlsx')
    expect(list).toMatchObject({ format: 'xlsx', column: 1, hasHead: true, names: ['Nume', 'CUI'], duplicates: 1 })
    expect(list.rows.map(({ row, cui, problem }) => [row, cui ?? problem])).toEqual([
      [2, '14399840'],
      [3, 'empty'],
      [4, '361757'],
      [5, 'personal-number'],
      [6, 'empty'],
      [7, '14399840'],
    ])
  })

  test('of several sheets it is the first with CUIs, else the first with anything', async () => {
    const workbook = async (...sheets: string[][][]) =>
      writeXlsx({ sheets: sheets.map((rows, n) => ({ name: `Foaia ${n}`, rows })) })
    const [notes, list] = [[['Completați foaia a doua, 2026']], [['CUI'], ['14399840']]]
    expect(await cuisOf(await workbook([], notes, list, [['361757']]))).toEqual(['14399840'])
    expect(await cuisOf(await workbook([], notes))).toEqual(['no-number'])
  })

  test('a broken list is reported at the top', async () => {
    const bytes = await xlsx([['14399840']])
    expect(await refusal(bytes.subarray(0, bytes.length - 40))).toBe('list-unreadable')
    expect(await refusal(bytes.subarray(0, 100))).toBe('list-unreadable')
    expect(await refusal(utf8('PK\u0003\u0004 and nothing more'))).toBe('list-unreadable')
    expect(await refusal(await xlsx([]))).toBe('list-empty')
  })

  describe('a workbook is measured before it is read', () => {
    /** A workbook with extra parts. */
    const withParts = async (...parts: Entry[]) => {
      const own = Object.entries(unzipSync(await xlsx([['CUI'], ['14399840']])))
      return new Uint8Array(archiveOf([...own.map(([name, bytes]) => ({ name, ...packed(bytes) })), ...parts]))
    }

    test('all parts share one bound, whatever each of them claims', async () => {
      const large = packed(Buffer.alloc(50_000_000, ' '))
      const parts = Array.from({ length: 5 }, (_, n) => ({ name: `xl/worksheets/sheet${n + 2}.xml`, ...large }))
      const bomb = await withParts(...parts)
      expect(bomb.length).toBeLessThan(490_000)
      expect(await refusal(bomb)).toBe('list-unpacks-too-large')
      const lying = await withParts(...parts.map(part => ({ ...part, size: 1000 })))
      expect(['list-unreadable', 'list-unpacks-too-large']).toContain(await refusal(lying))
    })

    test('a DTD is refused in any part, and where there is text only it is text', async () => {
      const part = (text: string) => ({ name: 'docProps/custom.xml', ...packed(Buffer.from(text)) })
      expect(await refusal(await withParts(part('<!-- <a --><!DOCTYPE a><a/>')))).toBe('list-dtd')
      const wide = { name: 'docProps/custom.xml', ...packed(Buffer.from('\ufeff<!DOCTYPE a><a/>', 'utf16le')) }
      expect(await refusal(await withParts(wide))).toBe('list-dtd')
      const said = part('<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE a>]]></a>')
      expect(await cuisOf(await withParts(said))).toEqual(['14399840'])
    })

    test('pictures and other files that are not XML are not unpacked', async () => {
      const picture = { name: 'xl/media/image1.png', ...packed(Buffer.alloc(210_000_000)) }
      expect(await cuisOf(await withParts(picture))).toEqual(['14399840'])
    })
  })

  test('a workbook with a cell far to the right is not a list', async () => {
    const row = Array.from({ length: 400 }, () => null as string | null)
    expect(await refusal(await xlsx([[...row, '14399840']]))).toBe('list-unreadable')
  })
})

describe('files that are not lists are reported at the top', () => {
  test.each([
    ['an empty file', new Uint8Array(), 'list-empty'],
    ['white space', utf8(' \n\n\t\r\n'), 'list-empty'],
    ['a head alone', utf8('CUI\n'), 'list-empty'],
    ['a PDF', utf8('%PDF-1.7\n1 0 obj\n'), 'list-no-text'],
    ['binary', Uint8Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256), 'list-no-text'],
    ['an image', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'list-no-text'],
    ['old Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'list-old-excel'],
    ['more rows than a list may have', utf8('14399840\n'.repeat(100_001)), 'list-too-long'],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusal(bytes)).toBe(reason)
  })
})

test('a file of 100 MB is not read, and one within the bounds is read apart', async () => {
  await expect(readListInThread(new Uint8Array(100_000_000), 'a.csv')).rejects.toMatchObject({
    reason: 'list-too-large',
  })
  await expect(readListInThread(utf8('CUI\n'), 'a.csv')).rejects.toMatchObject({ reason: 'list-empty' })
  expect(await readListInThread(utf8('14399840\n'), 'a.csv')).toMatchObject({ format: 'text', companies: 1 })
})

test('a file made to be slow is read like any other', async () => {
  const spaces = ' '.repeat(200_000)
  expect(await cuisOf(utf8(`c${spaces}x\n14399840`))).toEqual(['no-number', '14399840'])
  expect(await cuisOf(utf8(`a;c${spaces}\n1;14399840`), 1)).toEqual(['14399840'])
  expect(await refusal(utf8(`${'14399840,'.repeat(100_002)}`))).toBe('list-too-long')
  expect(await refusal(utf8('1'.repeat(3_000_000)))).toBe('list-unreadable')
  expect(await refusal(utf8(';'.repeat(3_000_000)))).toBe('list-unreadable')
  expect(await refusal(utf8(`${'1,'.repeat(900_000)}\n`.repeat(2)))).toBe('list-unreadable')
  expect(await refusal(utf8('\n'.repeat(1_100_000)))).toBe('list-too-long')
})

test('P-09 duplicates are known by their first row, and a wrong check digit is flagged, not dropped (P-08)', async () => {
  const list = await readList(utf8('14399840\nRO14399840\n14399841\nabc\n14.399.840\n'), 'a.txt')
  expect(list).toMatchObject({ companies: 2, duplicates: 2, wrongCheckDigit: 1, invalid: 1 })
  expect(list.rows.map(({ duplicateOf, isSuspect }) => [duplicateOf, isSuspect])).toEqual([
    [null, false],
    [1, false],
    [null, true],
    [null, true],
    [1, false],
  ])
})
