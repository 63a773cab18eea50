/** A piece of an XML text and its kind. */
export type XmlToken = { text: string; kind: 'text' | 'tag' | 'name' | 'value' | 'comment' }

/** Longest text that is shown whole, characters; an attachment has millions. */
const MOST_TEXT = 2000

// Unterminated parts run to the end of the text: the search for their end runs once, not again from each start.
const OUTSIDE = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\/?[^\s<>/]+|[^<]+|</gy
const INSIDE = /\s+|[^\s=<>/"']+|"[^"]*"|'[^']*'|\/?>|[\s\S]/gy

/**
 * Splits XML for colours; joined again, the pieces give the text, except the middle of long ones, which `shortened` replaces.
 * Never fails: anything but XML comes out as text.
 */
export function xmlTokens(xml: string, shortened: (left: number) => string): XmlToken[] {
  const tokens: XmlToken[] = []
  let isInside = false
  for (let at = 0; at < xml.length; ) {
    const pattern = isInside ? INSIDE : OUTSIDE
    pattern.lastIndex = at
    const text = pattern.exec(xml)?.[0] ?? xml.slice(at)
    at += text.length
    const kind = isInside ? insideKind(text) : outsideKind(text)
    if (isInside && text.endsWith('>')) isInside = false
    else if (!isInside && kind === 'tag') isInside = true
    const isLong = kind === 'text' && text.length > MOST_TEXT
    tokens.push({ kind, text: isLong ? text.slice(0, 200) + shortened(text.length - 200) : text })
  }
  return tokens
}

function outsideKind(text: string): XmlToken['kind'] {
  if (text.startsWith('<!--') || text.startsWith('<?')) return 'comment'
  return text.startsWith('<') && !text.startsWith('<!') && text.length > 1 ? 'tag' : 'text'
}

function insideKind(text: string): XmlToken['kind'] {
  if (text === '>' || text === '/>') return 'tag'
  if (text.startsWith('"') || text.startsWith("'")) return 'value'
  return /^[^\s=]/.test(text) ? 'name' : 'text'
}
