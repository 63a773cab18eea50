import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { loaded } from '../steps.ts'

/** The script that defines `axe` in a page; the library's own copy of its text is twice as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The impacts of axe-core that are barriers for people, beyond matters of good practice. */
const SERIOUS = ['serious', 'critical']

/** Visible problems of a view at this moment, in words. */
const VISIBLE_PROBLEMS = `(() => {
  const accent = document.createElement('i')
  accent.style.backgroundColor = 'var(--accent)'
  document.body.append(accent)
  const colour = getComputedStyle(accent).backgroundColor
  accent.remove()
  const seen = [...document.querySelectorAll('body *')].filter(each =>
    each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest('[inert], .visually-hidden'))
  const primary = seen.filter(each => each.matches('button') && getComputedStyle(each).backgroundColor === colour)
  const places = seen.filter(each => !each.closest('.indicators, .table, .chart-table')).map(each => [each, each.getBoundingClientRect()])
  const outside = places.filter(([, { width, right, left }]) => width > 1 && (right > innerWidth + 1 || left < -1))
  return [
    ...(primary.length > 1 ? ['primary actions: ' + primary.map(each => each.textContent).join(', ')] : []),
    ...outside.slice(0, 3).map(([each]) => 'outside of the page: ' + each.outerHTML.slice(0, 120)),
  ]
})()`

/** The rules of axe-core that depend on colours; all others judge dark and light alike. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Current problems of a page in words: serious and critical findings of axe-core, more than one primary action, and
 * elements that stick out of the page. `coloursAlone`: of axe-core only the colour rules, for a view that was
 * already judged in other colours at the same width.
 */
export async function findProblems(page: Page, coloursAlone = false): Promise<string[]> {
  await loaded(page)
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  // Frames show only the browser's own viewer.
  const options = {
    iframes: false,
    resultTypes: ['violations'],
    ...(coloursAlone ? { runOnly: { type: 'rule', values: OF_COLOURS } } : {}),
  }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  const barriers = violations.filter(({ impact }) => SERIOUS.includes(impact ?? ''))
  return [
    ...barriers.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`),
    ...(await findVisibleProblems(page)),
  ]
}

/** More than one primary action, and elements that stick out of the page, also while it loads. */
export const findVisibleProblems = (page: Page): Promise<string[]> => page.evaluate<string[]>(VISIBLE_PROBLEMS)
