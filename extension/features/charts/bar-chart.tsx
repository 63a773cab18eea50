import type { BarChartOptions, BarDrawEvent } from 'chartist'
import { useEffect, useRef } from 'preact/hooks'
import { formatShort } from '../../locales/format.ts'
import { locale } from '../../locales/locale.ts'

/** A series' appearance: its colour and pattern are in charts.css, the same in the legend. */
export type Look = 'first' | 'second' | 'done' | 'waiting' | 'lost' | 'fetched'
export type Series = { look: Look; label: string; values: readonly number[] }

export type Bars = {
  labels: readonly string[]
  series: readonly Series[]
  /** `side`: horizontal bars, with long labels; `stack`: one bar for each label, with negative values separate. */
  shape: 'up' | 'side' | 'stack'
  /** The meaning of the numbers, beside the legend. */
  unit?: string
  /** Whole numbers only, such as document counts. */
  isCount?: boolean
  /** The number of first labels with a background. */
  marked?: number
  /** The meaning of a bar, as the pointer's tooltip. */
  hint: (series: Series, at: number) => string
}

const HEIGHT = 220
/** Height of a horizontal bar, and of the axis under it, pixels. */
const [ROW, AXIS] = [34, 30]
/** Width of the labels at the left, pixels. */
const NUMBERS = 56
const NAMES = 180
/** Minimum width of a label under the bars, pixels. */
const LABEL = 46
const WIDEST = 40
/** Space beyond the last number of an axis, and width of one letter of a name, pixels. */
const NUMBER = 44
const LETTER = 6.8

/** Drawn by Chartist as SVG, in the theme's colours. The table beside it has the same numbers. */
export function BarChart({ bars }: { bars: Bars }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = JSON.stringify([locale.value, bars])
  useEffect(() => {
    const element = box.current
    if (!element) return
    let detach = (): unknown => undefined
    let gone = false
    let drawnWidth = 0
    const draw = async () => {
      const { BarChart: Chart } = await import('chartist')
      const width = element.clientWidth
      if (gone || width === 0 || width === drawnWidth) return
      drawnWidth = width
      detach()
      const chart = new Chart(element, dataOf(bars, width), optionsOf(bars, width))
      const thickness = thicknessOf(bars, width)
      chart.on('draw', drawn => {
        if (drawn.type === 'bar') dress(drawn, bars, thickness)
        // A number gets its own width; Chartist gives it the space up to the next one, which the last one lacks.
        if (drawn.type === 'label' && bars.shape === 'side' && drawn.axis.units.pos === 'x')
          for (const part of [drawn.element, drawn.element.querySelector('span')])
            part?.attr({ width: NUMBER, style: `overflow: visible; width: ${NUMBER}px` })
      })
      chart.on('created', ({ svg, chartRect }) => {
        if (!bars.marked) return
        const slot = chartRect.width() / bars.labels.length
        const ground = { x: chartRect.x1, y: chartRect.y2, width: slot * bars.marked, height: chartRect.height() }
        svg.elem('rect', ground, 'chart-marked', true)
        const edge = ground.x + ground.width
        svg.elem('line', { x1: edge, x2: edge, y1: chartRect.y1, y2: chartRect.y2 }, 'chart-edge')
      })
      detach = () => chart.detach()
    }
    const redraw = () => void draw().catch(error => console.warn('recipisa:', error)) // the table has the same numbers
    const observer = new ResizeObserver(redraw)
    observer.observe(element)
    return () => {
      gone = true
      observer.disconnect()
      detach()
    }
  }, [shown])
  const height = bars.shape === 'side' ? bars.labels.length * ROW + AXIS : HEIGHT
  return <div ref={box} class={`bars bars-${bars.shape}`} style={{ height: `${height}px` }} />
}

const roomOfNames = (width: number): number => Math.min(NAMES, width / 3)

const dataOf = ({ shape, labels, series }: Bars, width: number) => ({
  labels: shape === 'side' ? labels.map(name => shortened(name, (roomOfNames(width) - 8) / LETTER)) : [...labels],
  series: series.map(({ look, values }) => ({ className: `look-${look}`, data: [...values] })),
})

function optionsOf(bars: Bars, width: number): BarChartOptions {
  const { shape, labels, isCount = false } = bars
  const slot = (width - NUMBERS) / labels.length
  const every = Math.max(1, Math.ceil(LABEL / slot))
  const numbers = {
    onlyInteger: isCount,
    scaleMinSpace: shape === 'side' ? 70 : 28,
    // Below zero, the strip counts too.
    labelInterpolationFnc: (value: number | string) =>
      formatShort(locale.value, isCount ? Math.abs(Number(value)) : Number(value)),
  }
  const isSide = shape === 'side'
  return {
    height: `${isSide ? labels.length * ROW + AXIS : HEIGHT}px`,
    chartPadding: { top: 16, right: isSide ? NUMBER : 12, bottom: 0, left: 0 },
    seriesBarDistance: thicknessOf(bars, width) + 1,
    ...(isSide ? { horizontalBars: true, reverseData: true } : {}),
    ...(shape === 'stack' ? { stackBars: true, stackMode: 'accumulate-relative' as const, ...boundsOf(bars) } : {}),
    axisX: isSide
      ? { ...numbers, offset: 22 }
      : {
          showGrid: false,
          offset: 22,
          // Counted from the last one, the latest.
          labelInterpolationFnc: (label, at = 0) => ((labels.length - 1 - at) % every === 0 ? label : null),
        },
    axisY: isSide ? { showGrid: false, offset: roomOfNames(width) } : { ...numbers, offset: NUMBERS },
  }
}

/** The highest and the lowest stack: Chartist would add positive and negative values together. */
function boundsOf({ labels, series }: Bars): { high: number; low: number } {
  const stacks = labels.map((_, at) => series.map(({ values }) => values[at] ?? 0))
  const sum = (values: readonly number[]) => values.reduce((before, value) => before + value, 0)
  return {
    high: Math.max(1, ...stacks.map(values => sum(values.filter(value => value > 0)))),
    low: Math.min(0, ...stacks.map(values => sum(values.filter(value => value < 0)))),
  }
}

const shortened = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, Math.floor(most) - 1).trimEnd()}…`

/** Size of one bar, pixels. */
function thicknessOf({ shape, labels, series }: Bars, width: number): number {
  if (shape === 'side') return 10
  const slot = (width - NUMBERS) / labels.length
  const beside = shape === 'stack' ? 1 : series.length
  return Math.max(2, Math.min(WIDEST, Math.floor((slot * 0.72) / beside)))
}

function dress(drawn: BarDrawEvent, bars: Bars, thickness: number): void {
  const isReversed = bars.shape === 'side'
  const series = bars.series[isReversed ? bars.series.length - 1 - drawn.seriesIndex : drawn.seriesIndex]
  const at = isReversed ? bars.labels.length - 1 - drawn.index : drawn.index
  // Chartist draws a speck for zero.
  if (series?.values[at] === 0) return void drawn.element.remove()
  drawn.element.attr({ style: `stroke-width: ${thickness}px` })
  if (series) drawn.element.elem('title').text(bars.hint(series, at))
}
