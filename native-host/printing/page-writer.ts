import { type EmbeddedFont, ops, type PDF, type PDFPage, PdfString } from '@libpdf/core'
import type { Fonts } from './fonts.ts'
import { drawable, MISSING, wrap } from './wrap.ts'

/** A4 in points, and its margins. */
const PAGE = { width: 595.28, height: 841.89, side: 42, top: 42, bottom: 54 }
const LEADING = 1.36
export const WIDTH = PAGE.width - 2 * PAGE.side

export type Look = { size?: number; isStrong?: boolean; isQuiet?: boolean; align?: 'left' | 'right' }
/** A text in a column that begins at `x` (points from the left margin). */
export type Cell = Look & { text: string; x: number; width: number }

type Operators = Parameters<PDFPage['drawOperators']>[0]
type Page = { page: PDFPage; operators: Operators }

/**
 * Writes texts down the pages of one document. Text that does not fit continues on the next page, line by line, so that
 * no text is too long.
 */
export class PageWriter {
  /** Whether a character was left out because the font lacks it. */
  hasMissing = false
  /** Draws the beginning of each further page. */
  onNewPage: () => void = () => undefined
  readonly #pdf: PDF
  readonly #fonts: Fonts
  readonly #pages: Page[] = []
  #y = 0

  constructor(pdf: PDF, fonts: Fonts) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.#addPage()
  }

  /** Leaves space, except at the top of a page. */
  space(points: number): void {
    if (this.#y < PAGE.height - PAGE.top - 1) this.#y -= points
  }

  /** Goes to the next page unless this much room is left. */
  keep(points: number): void {
    if (this.#y - points < PAGE.bottom) this.#nextPage()
  }

  /** A line across the page. */
  rule(gray = 0.75): void {
    const y = this.#y - 2
    this.#page.operators.push(
      ops.setStrokingGray(gray),
      ops.setLineWidth(0.6),
      ops.moveTo(PAGE.side, y),
      ops.lineTo(PAGE.side + WIDTH, y),
      ops.stroke(),
    )
    this.#y -= 5
  }

  text(text: string, look: Look = {}): void {
    this.row([{ ...look, text, x: 0, width: WIDTH }])
  }

  /** Texts side by side; each takes as many lines as it needs. */
  row(cells: readonly Cell[]): void {
    const wrapped = cells.map(cell => {
      const { size = 8.5, isStrong = false } = cell
      const font = isStrong ? this.#fonts.strong : this.#fonts.plain
      return { ...cell, size, font, lines: wrap(this.#drawable(cell.text, font), font, size, cell.width) }
    })
    const height = Math.max(...wrapped.map(({ size }) => size)) * LEADING
    const count = Math.max(...wrapped.map(({ lines }) => lines.length))
    for (let line = 0; line < count; line++) {
      if (this.#y - height < PAGE.bottom) this.#nextPage()
      this.#y -= height
      for (const { lines, ...cell } of wrapped)
        this.#draw({ ...cell, text: lines[line] ?? '', y: this.#y + height * 0.26 })
    }
  }

  /** Writes the foot of every page, once their number is known, and ends the document. */
  finish(foot: (page: number, pages: number) => { left: string; right: string }): void {
    for (const [index, one] of this.#pages.entries()) {
      const { left, right } = foot(index + 1, this.#pages.length)
      const look = { size: 7, isQuiet: true, font: this.#fonts.plain, y: PAGE.bottom - 24 }
      this.#draw({ ...look, text: this.#drawable(left, this.#fonts.plain), x: 0, width: WIDTH }, one)
      this.#draw({ ...look, text: right, x: 0, width: WIDTH, align: 'right' }, one)
      one.page.drawOperators(one.operators)
    }
  }

  get #page(): Page {
    const page = this.#pages.at(-1)
    if (!page) throw new Error('a document has a page from the beginning')
    return page
  }

  #draw(
    { text, x, width, y, font, size, align, isQuiet }: Cell & { y: number; font: EmbeddedFont; size: number },
    { page, operators } = this.#page,
  ): void {
    if (text === '') return
    const left = align === 'right' ? x + width - font.widthOfTextAtSize(text, size) : x
    operators.push(
      ops.beginText(),
      ops.setNonStrokingGray(isQuiet ? 0.35 : 0),
      ops.setFont(page.registerFont(font), size),
      ops.setTextMatrix(1, 0, 0, 1, PAGE.side + left, y),
      ops.showText(encoded(text, font)),
      ops.endText(),
    )
  }

  #drawable(text: string, font: EmbeddedFont): string {
    const drawn = drawable(text, font)
    if (drawn.includes(MISSING) && !text.includes(MISSING)) this.hasMissing = true
    return drawn
  }

  #addPage(): void {
    this.#pages.push({ page: this.#pdf.addPage({ width: PAGE.width, height: PAGE.height }), operators: [] })
    this.#y = PAGE.height - PAGE.top
  }

  #nextPage(): void {
    this.#addPage()
    this.onNewPage()
  }
}

/** Glyph numbers of the font, two bytes each (Identity-H). */
function encoded(text: string, font: EmbeddedFont): PdfString {
  const glyphs = font.encodeTextToGids(text)
  return PdfString.fromBytes(new Uint8Array(glyphs.flatMap(glyph => [glyph >> 8, glyph & 0xff])))
}
