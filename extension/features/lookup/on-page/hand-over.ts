import type { Click } from './click.ts'

declare global {
  /** The click, if it arrived before the script. The page's own scripts run in another world. */
  var recipisaClick: Click | undefined
  /** The waiting script, if it arrived first. */
  var recipisaTakeClick: ((click: Click) => void) | undefined
}

/** Runs in the page, injected beside the script; either of the two can arrive first. */
export function handClickOver(click: Click): void {
  if (globalThis.recipisaTakeClick) globalThis.recipisaTakeClick(click)
  else globalThis.recipisaClick = click
}

/** The click of this run of the script. */
export function takeClick(): Promise<Click> {
  return new Promise(resolve => {
    const take = (click: Click) => {
      globalThis.recipisaClick = undefined
      globalThis.recipisaTakeClick = undefined
      resolve(click)
    }
    if (globalThis.recipisaClick) take(globalThis.recipisaClick)
    else globalThis.recipisaTakeClick = take
  })
}
