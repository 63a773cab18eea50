import type { Click } from './click.ts'

declare global {
  /** The click, where it was here before the script that takes it. The page's own scripts live in another world. */
  var recipisaClick: Click | undefined
  /** The script, where it was here first. */
  var recipisaTakeClick: ((click: Click) => void) | undefined
}

/** Runs in the page, injected beside the script; the browser does not say which of the two is there first. */
export function handClickOver(click: Click): void {
  if (globalThis.recipisaTakeClick) globalThis.recipisaTakeClick(click)
  else globalThis.recipisaClick = click
}

/** The click that this run of the script is for. */
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
