import { expect, test } from 'vitest'
import { isPlainEnough } from './page-bounds.ts'
import { nodesIn } from './page-tree.ts'
import { readAnswer } from './parse-page.ts'

test('a page as the services write it is parsed: unclosed cells, formatting, long values, scripts, a long list', () => {
  const row = '<tr><td><b>1</b><td>D300<td><a href="/StareD112/ObtineRecipisa?numefisier=1.pdf">recipisa</a>\n'
  const page = `<html><head><script>if (a < b) { c("<b>") }</script></head><body><font face='x'>
    <input type=hidden value="${'<b> '.repeat(1000)}"><!-- ${'<b> '.repeat(1000)} --><br><p>a<p>b<table>${row.repeat(1000)}`
  expect(isPlainEnough(page)).toBe(true)
})

test('a page made to take long is not parsed: open elements, formatting opened again, attributes, wherever they hide', () => {
  const attributes = Array.from({ length: 300 }, (_, n) => ` a${n}`).join('')
  const pages = [
    '<b>'.repeat(300),
    '<b></i>'.repeat(300),
    '<B>'.repeat(300),
    '<x-y>'.repeat(300),
    '<div>'.repeat(300),
    `${'<b>'.repeat(100)}${'<p>x'.repeat(1000)}`,
    `<a${attributes}>`,
    `<a b=">" c='<'${attributes}`,
    `<a b=>${'<'}a${attributes}>`,
    `<!-- <a b=" --><a${attributes}>`,
    `<script>"<a b='</script><a${attributes}>`,
    '<p>'.repeat(70_000),
    `<table>${'a '.repeat(80_000)}</table>`,
    `${'<p>'.repeat(20_000)}${'a '.repeat(40_000)}`,
  ]
  for (const page of pages) expect(isPlainEnough(page), page.slice(0, 40)).toBe(false)
})

test('a page that opens formatting again in every block is not parsed to its end, however it hides that', () => {
  const hidden = ['</b:x>', '</b\u00a0>', '<!x </b>', '<svg><![CDATA[></b>]]></svg>', '<!----!></b>-->']
  for (const end of hidden) {
    const bold = Array.from({ length: 2000 }, (_, n) => `<b id=${n}>${end}`).join('')
    const { root } = readAnswer(`<html><div>${bold}</div>${'<p>x</p>'.repeat(200)}</html>`)
    expect([end, nodesIn(root).length < 100_000]).toEqual([end, true])
  }
})
