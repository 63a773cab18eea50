import { expect, test } from 'vitest'
import { canonical, type Method, withInstructions } from './canonical.ts'
import { parseStrict } from './strict-xml.ts'

function rootOf(xml: string): Element {
  const parsed = parseStrict(Buffer.from(xml))
  if (!parsed) throw new Error('not well-formed')
  return parsed.root
}
const form = (xml: string, method: Method = 'inclusive', comments = false) =>
  canonical(rootOf(xml), { method, comments })
function inside(xml: string, name: string, method: Method): string {
  const [element] = Array.from(rootOf(xml).getElementsByTagName(name))
  if (!element) throw new Error(`no ${name}`)
  return canonical(element, { method })
}

test('Canonical XML 3.1: instructions around the root are kept, comments are not', () => {
  const doc = `<?xml version="1.0"?>

<?xml-stylesheet   href="doc.xsl"
   type="text/xsl"   ?>

<doc>Hello, world!<!-- Comment 1 --></doc>

<?pi-without-data     ?>

<!-- Comment 2 -->

<!-- Comment 3 -->
`
  expect(withInstructions(rootOf(doc), form(doc))).toBe(`<?xml-stylesheet href="doc.xsl"
   type="text/xsl"   ?>
<doc>Hello, world!</doc>
<?pi-without-data?>`)
  expect(form(doc, 'inclusive', true)).toBe('<doc>Hello, world!<!-- Comment 1 --></doc>')
})

test('Canonical XML 3.2: white space in content stays as it is', () => {
  const doc = `<doc>
   <clean>   </clean>
   <dirty>   A   B   </dirty>
   <mixed>
      A
      <clean>   </clean>
      B
      <dirty>   A   B   </dirty>
      C
   </mixed>
</doc>`
  expect(form(doc)).toBe(doc)
  for (const end of ['\r\n', '\r']) expect(form(doc.replaceAll('\n', end))).toBe(doc)
})

test('Canonical XML 3.3: empty elements, order of attributes, superfluous namespaces', () => {
  const doc = `<doc>
   <e1   />
   <e2   ></e2>
   <e3   name = "elem3"   id="elem3"   />
   <e4   name="elem4"   id="elem4"   ></e4>
   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
      xmlns:b="http://www.ietf.org"
      xmlns:a="http://www.w3.org"
      xmlns="http://example.org"/>
   <e6 xmlns="" xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="" xmlns:a="http://www.w3.org">
            <e9 xmlns="" xmlns:a="http://www.ietf.org"/>
         </e8>
      </e7>
   </e6>
</doc>`
  expect(form(doc)).toBe(`<doc>
   <e1></e1>
   <e2></e2>
   <e3 id="elem3" name="elem3"></e3>
   <e4 id="elem4" name="elem4"></e4>
   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
   <e6 xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="">
            <e9 xmlns:a="http://www.ietf.org"></e9>
         </e8>
      </e7>
   </e6>
</doc>`)
})

test('Canonical XML 3.4: references, CDATA and line ends within attributes', () => {
  const doc = `<doc>
   <text>First line&#x0d;&#10;Second line</text>
   <value>&#x32;</value>
   <compute><![CDATA[value>"0" && value<"10" ?"valid":"error"]]></compute>
   <compute expr='value>"0" &amp;&amp; value&lt;"10" ?"valid":"error"'>valid</compute>
   <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
   <spaces attr="a
b\tc"/>
</doc>`
  expect(form(doc)).toBe(`<doc>
   <text>First line&#xD;
Second line</text>
   <value>2</value>
   <compute>value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</compute>
   <compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;">valid</compute>
   <norm attr=" '    &#xD;&#xA;&#x9;   ' "></norm>
   <spaces attr="a b c"></spaces>
</doc>`)
})

test('Canonical XML 3.6: characters of another encoding, and those that are no line ends in XML 1.0', () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><doc>\u00a9</doc>', 'latin1')
  expect(canonical(parseStrict(latin)?.root ?? rootOf('<no/>'), { method: 'inclusive' })).toBe('<doc>\u00a9</doc>')
  expect(form('<doc a="x\u2028y">\u0085\u2028\u{1F600}</doc>')).toBe('<doc a="x\u2028y">\u0085\u2028\u{1F600}</doc>')
})

test('Exclusive Canonicalization 2.2: the same element in two contexts', () => {
  const local = `<n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n0:local>`
  const pdu = `<n2:pdu xmlns:n1="http://example.com" xmlns:n2="http://foo.example" xml:lang="fr" xml:space="retain"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n2:pdu>`
  expect(inside(local, 'n1:elem2', 'inclusive')).toBe(
    '<n1:elem2 xmlns:n0="foo:bar" xmlns:n1="http://example.net" xmlns:n3="ftp://example.org" xml:lang="en"><n3:stuff></n3:stuff></n1:elem2>',
  )
  expect(inside(pdu, 'n1:elem2', 'inclusive')).toBe(
    '<n1:elem2 xmlns:n1="http://example.net" xmlns:n2="http://foo.example" xml:lang="en" xml:space="retain"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>',
  )
  for (const document of [local, pdu])
    expect(inside(document, 'n1:elem2', 'exclusive')).toBe(
      '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>',
    )
})

test('Canonical XML 3.7: an element by itself has the default namespace in force there', () => {
  const doc = `<doc xmlns="http://www.ietf.org" xmlns:w3c="http://www.w3.org"><e1><e2 xmlns="" xml:space="preserve"><e3 id="E3"/></e2></e1></doc>`
  expect(inside(doc, 'e1', 'inclusive')).toBe(
    '<e1 xmlns="http://www.ietf.org" xmlns:w3c="http://www.w3.org"><e2 xmlns="" xml:space="preserve"><e3 id="E3"></e3></e2></e1>',
  )
  expect(inside(doc, 'e3', 'inclusive')).toBe('<e3 xmlns:w3c="http://www.w3.org" id="E3" xml:space="preserve"></e3>')
  expect(inside(doc, 'e3', 'exclusive')).toBe('<e3 id="E3"></e3>')
})

test('namespaces and attributes are sorted by character codes, and values are escaped', () => {
  expect(form('<a xmlns:b="u:b" xmlns:B="u:B" xmlns:a-c="1" xmlns:ab="2"/>')).toBe(
    '<a xmlns:B="u:B" xmlns:a-c="1" xmlns:ab="2" xmlns:b="u:b"></a>',
  )
  expect(form('<a xmlns:p="ab" xmlns:q="a" p:a="1" q:bc="2"/>')).toBe(
    '<a xmlns:p="ab" xmlns:q="a" q:bc="2" p:a="1"></a>',
  )
  // A namespace must not look like an attribute.
  expect(form(`<a xmlns:b='u&amp;" c="1'/>`)).toBe('<a xmlns:b="u&amp;&quot; c=&quot;1"></a>')
  expect(form('<a xmlns:p="u:p" p:b="1"/>', 'exclusive')).toBe('<a xmlns:p="u:p" p:b="1"></a>')
  expect(form('<a xmlns="u" xmlns:p="u"><p:b/></a>', 'exclusive')).toBe('<a xmlns="u"><p:b xmlns:p="u"></p:b></a>')
  expect(form('<a/>', 'exclusive')).toBe('<a></a>')
  expect(inside('<a xml:lang="ro"><b xml:lang="en"><c/></b></a>', 'c', 'inclusive')).toBe('<c xml:lang="en"></c>')
  expect(form('<a xmlnsx="1"/>')).toBe('<a xmlnsx="1"></a>')
  expect(form('<a><![CDATA[]]></a>')).toBe('<a></a>')
})

test('an undeclared prefix has no canonical form, and all levels are written', () => {
  expect(() => form('<x:a/>')).toThrow('not declared')
  expect(() => form('<a x:b="1"/>', 'exclusive')).toThrow('not declared')
  const deep = `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`
  expect(form(deep) === deep).toBe(true)
})
