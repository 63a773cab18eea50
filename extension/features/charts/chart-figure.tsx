import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { saveBytes } from '../documents/save-document.ts'
import { useSaving } from '../documents/use-saving.tsx'
import type { Page } from '../page/page.ts'
import { BarChart, type Bars } from './bar-chart.tsx'
import { drawPng } from './draw-png.ts'

export type Note = { text: string; tone?: 'bad' }

type Props = {
  host: Page['host']
  /** Id of the figure in the page, and in the name of its file. */
  id: string
  title: string
  /** Company and period, for the saved picture. */
  about: string
  fileName: string
  /** Undefined if there is nothing to draw. */
  bars: Bars | undefined
  notes: readonly Note[]
  isWide?: boolean
  /** The same as a table; with `isShown`, its names may be links. */
  table: (isShown: boolean) => ComponentChildren
}

/** A chart with its legend, its notes, the table behind it and its picture to save. Screen readers get the table. */
export function ChartFigure({ host, id, title, about, fileName, bars, notes, isWide = false, table }: Props) {
  const figure = useRef<HTMLElement>(null)
  const isShown = useSignal(false)
  const saving = useSaving(host)
  const save = async () => {
    const svg = figure.current?.querySelector<SVGSVGElement>('.bars svg')
    const swatches = figure.current?.querySelectorAll('.legend line')
    if (!svg || !swatches || !bars) throw new Error('nothing is drawn')
    const legend = bars.series.flatMap(({ label }, at) => {
      const swatch = swatches[at]
      return swatch ? { swatch, label } : []
    })
    const bytes = await drawPng(svg, {
      title,
      about: [about, bars.unit].filter(Boolean).join(' · '),
      legend,
      notes: notes.map(({ text }) => text),
    })
    return saveBytes({ fileName, mediaType: 'image/png', bytes })
  }
  return (
    <figure ref={figure} class={`chart-figure${isWide ? ' chart-wide' : ''}`} aria-labelledby={`chart-${id}`}>
      <figcaption class="chart-head">
        <h2 id={`chart-${id}`}>{title}</h2>
        <span class="chart-actions">
          <Button look="link" onClick={() => (isShown.value = !isShown.value)}>
            {t(isShown.value ? 'charts-hide-table' : 'charts-show-table')}
          </Button>
          {bars && (
            <Button look="link" disabled={saving.busy} onClick={() => saving.saveBy(save)}>
              {t('charts-save')}
            </Button>
          )}
        </span>
      </figcaption>
      {bars ? (
        <div aria-hidden="true">
          <Legend bars={bars} />
          <BarChart bars={bars} />
        </div>
      ) : (
        <p class="muted chart-empty">{t('charts-nothing')}</p>
      )}
      {notes.map(({ text, tone }) => (
        <p key={text} class={tone === 'bad' ? 'chart-note chart-bad' : 'chart-note muted'}>
          {text}
        </p>
      ))}
      {saving.outcome}
      {isShown.value ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys, too
        <section class="chart-table" aria-label={title} tabIndex={0}>
          {table(true)}
        </section>
      ) : (
        <div class="visually-hidden">{table(false)}</div>
      )}
    </figure>
  )
}

/** Patterns run as in the bars. */
function Legend({ bars }: { bars: Bars }) {
  return (
    <ul class="legend">
      {bars.series.map(({ look, label }) => (
        <li key={look}>
          <svg width="16" height="10" class={`look-${look}`} aria-hidden="true">
            {bars.shape === 'side' ? (
              <line class="ct-bar" x1="0" y1="5" x2="16" y2="5" style={{ strokeWidth: '10px' }} />
            ) : (
              <line class="ct-bar" x1="8" y1="10" x2="8" y2="0" style={{ strokeWidth: '16px' }} />
            )}
          </svg>
          {label}
        </li>
      ))}
      {bars.unit && <li class="muted">{bars.unit}</li>}
    </ul>
  )
}
