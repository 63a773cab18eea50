import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core calls a barrier that people run into, and not a matter of good practice. */
const SERIOUS = ['serious', 'critical']

/** What is seen of a view that has more than a person's eye would let pass, as of this moment. */
const LOOKS = `(() => {
  const accent = document.createElement('i')
  accent.style.backgroundColor = 'var(--accent)'
  document.body.append(accent)
  const colour = getComputedStyle(accent).backgroundColor
  accent.remove()
  const seen = [...document.querySelectorAll('body *')].filter(each =>
    each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest('[inert], .visually-hidden'))
  const primary = seen.filter(each => each.matches('button') && getComputedStyle(each).backgroundColor === colour)
  const places = seen.filter(each => !each.closest('.indicators')).map(each => [each, each.getBoundingClientRect()])
  const outside = places.filter(([, { width, right, left }]) => width > 1 && (right > innerWidth + 1 || left < -1))
  return [
    ...(primary.length > 1 ? ['primary actions: ' + primary.map(each => each.textContent).join(', ')] : []),
    ...outside.slice(0, 3).map(([each]) => 'outside of the page: ' + each.outerHTML.slice(0, 120)),
  ]
})()`

/**
 * What is wrong with a page as it is now, in words; empty when nothing is: serious and critical findings of axe-core, more
 * than one primary action, and what lies outside of its width.
 */
export async function lookOver(page: Page): Promise<string[]> {
  await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' })
  await page.evaluate(axe.source)
  // Frames hold the browser's own viewer.
  const { violations } = (await page.evaluate(`axe.run(document, { iframes: false })`)) as AxeResults
  const barriers = violations.filter(({ impact }) => SERIOUS.includes(impact ?? ''))
  return [
    ...barriers.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`),
    ...((await page.evaluate(LOOKS)) as string[]),
  ]
}
