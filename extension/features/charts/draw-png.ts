/** The texts around the bars in a saved picture. */
export type Frame = {
  title: string
  /** Company and period. */
  about: string
  legend: readonly { swatch: Element; label: string }[]
  notes: readonly string[]
}

/** Pixels of the picture per pixel of the page. */
const SCALE = 2
const MARGIN = 24
const LINE = 20

/**
 * Paints a chart with its title, company, period and legend. Always in light colours: pictures go into letters and onto
 * paper. The page's policy loads only its own pictures, so the lines and words of the SVG are painted one by one.
 */
export async function drawPng(svg: SVGSVGElement, frame: Frame): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>(resolve => inLight(() => paint(svg, frame)).toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the canvas gave no picture')
  return new Uint8Array(await blob.arrayBuffer())
}

/** Works in light colours, invisibly: the browser draws only afterwards. */
function inLight<T>(work: () => T): T {
  const { classList } = document.documentElement
  classList.add('for-picture')
  try {
    return work()
  } finally {
    classList.remove('for-picture')
  }
}

function paint(svg: SVGSVGElement, { title, about, legend, notes }: Frame): HTMLCanvasElement {
  const box = svg.getBoundingClientRect()
  const look = getComputedStyle(svg)
  const top = MARGIN + 28 + LINE + LINE + 8
  const canvas = document.createElement('canvas')
  const width = Math.max(box.width, 560) + 2 * MARGIN
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser paints no pictures')
  const font = (size: number, weight = 400) => `${weight} ${size}px ${look.fontFamily}`
  pen.font = font(12)
  const lines = notes.flatMap(note => wrapped(pen, note, width - 2 * MARGIN))
  const height = top + box.height + lines.length * 18 + MARGIN
  canvas.width = Math.ceil(width * SCALE)
  canvas.height = Math.ceil(height * SCALE)
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colourOf(svg, '--surface')
  pen.fillRect(0, 0, width, height)
  const ink = colourOf(svg, '--text')
  const muted = colourOf(svg, '--muted')
  const write = (text: string, x: number, y: number, style: string, colour: string) => {
    pen.font = style
    pen.fillStyle = colour
    pen.fillText(text, x, y)
  }
  pen.textBaseline = 'middle'
  write(title, MARGIN, MARGIN + 10, font(18, 600), ink)
  write(about, MARGIN, MARGIN + 36, font(13), muted)
  let x = MARGIN
  for (const { swatch, label } of legend) {
    const y = MARGIN + 28 + LINE + 14
    const { stroke, dashes } = strokeOf(swatch)
    const isUpright = swatch.getAttribute('x1') === swatch.getAttribute('x2')
    const ends = isUpright ? { x1: x + 7, y1: y + 5, x2: x + 7, y2: y - 5 } : { x1: x, y1: y, x2: x + 14, y2: y }
    line(pen, { ...ends, width: isUpright ? 14 : 10, stroke, dashes })
    write(label, x + 20, y, font(12), ink)
    x += 20 + pen.measureText(label).width + 20
  }
  pen.save()
  pen.translate(MARGIN - box.left, top - box.top)
  paintMarks(pen, svg, box)
  pen.restore()
  for (const [at, text] of lines.entries()) write(text, MARGIN, top + box.height + 14 + at * 18, font(12), muted)
  return canvas
}

/** In window coordinates, where `box` is the SVG's. */
function paintMarks(pen: CanvasRenderingContext2D, svg: SVGSVGElement, box: DOMRect): void {
  const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0)
  for (const ground of svg.querySelectorAll('rect')) {
    pen.fillStyle = getComputedStyle(ground).fill
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(name => number(ground, name))
    pen.fillRect(box.left + (x ?? 0), box.top + (y ?? 0), width ?? 0, height ?? 0)
  }
  for (const mark of svg.querySelectorAll('line')) {
    const { strokeWidth } = getComputedStyle(mark)
    line(pen, {
      x1: box.left + number(mark, 'x1'),
      y1: box.top + number(mark, 'y1'),
      x2: box.left + number(mark, 'x2'),
      y2: box.top + number(mark, 'y2'),
      width: Number.parseFloat(strokeWidth),
      ...strokeOf(mark),
    })
  }
  for (const label of svg.querySelectorAll('.ct-label')) {
    const words = document.createRange()
    words.selectNodeContents(label)
    const place = words.getBoundingClientRect()
    const { color, fontSize, fontFamily } = getComputedStyle(label)
    pen.font = `${fontSize} ${fontFamily}`
    pen.fillStyle = color
    pen.fillText(label.textContent, place.left, place.top + place.height / 2)
  }
}

type Line = Record<'x1' | 'y1' | 'x2' | 'y2' | 'width', number> & { stroke: string; dashes: number[] }

function line(pen: CanvasRenderingContext2D, { x1, y1, x2, y2, width, stroke, dashes }: Line): void {
  pen.beginPath()
  pen.setLineDash(dashes)
  pen.lineWidth = width
  pen.strokeStyle = stroke
  pen.moveTo(x1, y1)
  pen.lineTo(x2, y2)
  pen.stroke()
}

function strokeOf(element: Element): { stroke: string; dashes: number[] } {
  const { stroke, strokeDasharray } = getComputedStyle(element)
  const dashes = strokeDasharray === 'none' ? [] : strokeDasharray.split(/[\s,]+/).map(Number.parseFloat)
  return { stroke, dashes }
}

/** The value of a token in the element's colour scheme. */
function colourOf(near: Element, token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  near.parentElement?.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function wrapped(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && pen.measureText(longer).width > width) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return current === '' ? lines : [...lines, current]
}
