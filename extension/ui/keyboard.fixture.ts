import { fireEvent } from '@testing-library/preact'

/** Presses a button by keyboard: it has the focus then. */
export function press(button: HTMLElement): void {
  button.focus()
  fireEvent.click(button)
}

export const focused = () => document.activeElement
