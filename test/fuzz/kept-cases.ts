import type { Case } from './support/changes.ts'

/** Cases that once broke a reader, by its name in test/fuzz/parsers. They run every time. */
export const KEPT_CASES: readonly (Case & { parser: string })[] = [
  // JSON that nests deep and does not end: the parser of Node 26 corrupted the memory of the process.
  kept('wire/classify', '"c":1,"b":[{', 20_000, '{"a":"ș","b":[{', ''),
  kept('cookies', '"c":1,"b":[{', 20_000, '{"a":"ș","b":[{', ''),
  kept('profile', '"c":1,"b":[{', 20_000, '{"a":"ș","b":[{', ''),
  // A page of 40,000 tags held the event loop for 300 ms.
  kept('portal/page', '<p>a</p>', 40_000, '<html><body>', '</body></html>'),
  kept('portal/page in a tab', '<p>a</p>', 40_000, '<html><body>', '</body></html>'),
  kept('portal/status page', '<td>a</td>', 40_000, '<html><body><table>', '</table></body></html>'),
  kept('portal/end of a page', '<p><a href="/WAS6DUS/welcome.do">a</a>', 12_000, '<html><body>', '</body></html>'),
  // A page of 225,000 words: 230 ms.
  kept('portal/page', 'a ', 225_000, '<table>', '</table>'),
  kept('portal/status page', 'a ', 225_000, '<table>', '</table>'),
  // These took time in the square of their length.
  kept('statement labels', 'profit pierder ', 30_000, '', ''),
  kept('statement labels', 'numar', 60_000, '', ''),
  kept('findings', ' ', 60_000, 'aaaaaaaaaa#', '!'),
  kept('findings', '# ', 60_000, 'aaaaaaaaaa', '!'),
  kept('XML for people', '<!--', 60_000, '', ''),
  kept('documents/attachment', '<!--', 60_000, '', ''),
  kept('CUI', ' ', 60_000, 'cui', '!'),
  kept('decimals', '0', 60_000, '1.', '1'),
  kept('profile', '/', 60_000, '', '1'),
  // A name as long as an attachment's may be took 400 ms.
  kept('file names', ' ', 15_000, 'a', 'b.pdf'),
  kept('file names', 'exec "$here/a" "', 28_000, 'ă', '.pdf'),
  // A text of invisible characters alone: 150 ms.
  kept('visible text', '\ufeff', 590_000, '', ''),
  // Node 26 can parse this host by `URL.canParse`, and by no other way.
  kept('redirect address', 'SELF_SIGN', 12_605, 'https://localhost', ''),
]

/** A text of one repeated unit, with something around it. */
function kept(parser: string, text: string, times: number, begin: string, end: string) {
  const changes = [
    { do: 'whole', text, times },
    { do: 'insert', at: 0, text: begin, times: 1 },
    { do: 'insert', at: 1, text: end, times: 1 },
  ] as const
  return { parser, sample: 0, changes }
}
