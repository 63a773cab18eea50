import { useEffect, useRef } from 'preact/hooks'
import { formatShort } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { Figures } from './indicators.ts'

export type Series = { figure: keyof Figures; points: { year: number; value: number | null }[] }

/**
 * One small chart per figure, because their scales differ. The table beside them has the same numbers, so screen readers get
 * only the table. Colours are in lookup.css.
 */
export function StatementChart({ series }: { series: readonly Series[] }) {
  return (
    <div class="charts" aria-hidden="true">
      {series.map(each => (
        <figure key={each.figure} class={`chart chart-${each.figure}`}>
          <figcaption class="muted">{t(`lookup-${each.figure}`)}</figcaption>
          <Bars series={each} />
        </figure>
      ))}
    </div>
  )
}

function Bars({ series: { points } }: { series: Series }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = JSON.stringify([locale.value, points])
  useEffect(() => {
    let detach = (): unknown => undefined
    let gone = false
    const draw = async () => {
      const { BarChart } = await import('chartist')
      if (gone || !box.current) return
      const chart = new BarChart(
        box.current,
        {
          labels: points.map(({ year }) => `’${String(year).slice(-2)}`),
          series: [points.map(({ year, value }) => ({ value: value ?? undefined, meta: String(year) }))],
        },
        {
          height: '96px',
          chartPadding: { top: 14, right: 4, bottom: 0, left: 0 },
          axisX: { showGrid: false, offset: 16 },
          axisY: {
            offset: 54,
            onlyInteger: true,
            scaleMinSpace: 20,
            labelInterpolationFnc: value => formatShort(locale.value, Number(value)),
          },
        },
      )
      chart.on('draw', drawn => {
        if (drawn.type === 'bar' && Number(points[drawn.index]?.value) < 0) drawn.element.addClass('ct-negative')
      })
      detach = () => chart.detach()
    }
    draw().catch(error => console.warn('recipisa:', error)) // the table has the same numbers
    return () => {
      gone = true
      detach()
    }
  }, [shown])
  return <div ref={box} class="chart-box" />
}
