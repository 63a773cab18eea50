import type { Curve, Picture } from './row.ts'
import { short } from './table.ts'

const TITLES: Readonly<Record<Picture, string>> = {
  open: 'Opening the archive',
  lists: 'A page of the list',
  searches: 'The first rows of a search',
  counters: 'Overview, companies, unread, deadlines',
  size: 'Size of the index',
}

const WIDTH = 720
const HEIGHT = 360
const MARGIN = { left: 70, right: 190, top: 40, bottom: 45 }
const COLOURS = [
  '#0b6e4f',
  '#c8553d',
  '#2f6690',
  '#b8860b',
  '#6a4c93',
  '#588157',
  '#9a031e',
  '#3a5a40',
  '#7f5539',
  '#457b9d',
]

/** The curves of a picture as SVG: documents to the right, the number upwards, both by powers of ten. */
export function drawPicture(picture: Picture, curves: readonly Curve[]): string {
  const points = curves.flatMap(curve => curve.points)
  const across = powersAround(points.map(({ documents }) => documents))
  const upwards = powersAround(points.map(({ value }) => Math.max(value, 0.001)))
  const right = WIDTH - MARGIN.right
  const bottom = HEIGHT - MARGIN.bottom
  const x = placer(across, MARGIN.left, right)
  const y = placer(upwards, bottom, MARGIN.top)
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`
  const drawn = curves.map(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const places = own.map(
      ({ documents, value }) => `${x(documents).toFixed(1)},${y(Math.max(value, 0.001)).toFixed(1)}`,
    )
    const key = MARGIN.top + 8 + index * 18
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.join(' ')}"/>`,
      ...places.map(
        place => `<circle r="3" fill="${colour}" cx="${place.split(',')[0]}" cy="${place.split(',')[1]}"/>`,
      ),
      `<rect x="${right + 16}" y="${key - 9}" width="10" height="10" fill="${colour}"/>`,
      text([right + 32, key], name),
    ].join('\n')
  })
  const title = `${TITLES[picture]}, ${curves[0]?.unit ?? ''}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text([MARGIN.left, 22], title, 'font-size="15"')}
${powers(across)
  .map(
    power => `<line x1="${x(power)}" x2="${x(power)}" y1="${MARGIN.top}" y2="${bottom}" stroke="#ddd"/>
${text([x(power), bottom + 18], power.toLocaleString('en'), 'text-anchor="middle"')}`,
  )
  .join('\n')}
${powers(upwards)
  .map(
    power => `<line x1="${MARGIN.left}" x2="${right}" y1="${y(power)}" y2="${y(power)}" stroke="#ddd"/>
${text([MARGIN.left - 8, y(power) + 4], short(power).replace(/\.0+$/, ''), 'text-anchor="end"')}`,
  )
  .join('\n')}
${text([(MARGIN.left + right) / 2, HEIGHT - 8], 'documents', 'text-anchor="middle"')}
${drawn.join('\n')}
</svg>
`
}

type Span = { low: number; high: number }

function powersAround(values: readonly number[]): Span {
  const logs = values.map(Math.log10)
  const low = Math.floor(Math.min(...logs))
  return { low, high: Math.max(low + 1, Math.ceil(Math.max(...logs))) }
}

const powers = ({ low, high }: Span): number[] => Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at))

const placer =
  ({ low, high }: Span, from: number, to: number) =>
  (value: number): number =>
    from + ((Math.log10(value) - low) / (high - low)) * (to - from)
