import { options, type VNode } from 'preact'
import { visible } from '../../shared/text/visible.ts'

/** Attributes that browsers show as text or read aloud. */
const SHOWN = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description'] as const

/**
 * Importing this module passes every drawn text through `visible`: names, subjects and errors come from others, in too many
 * places to handle one by one. The contents of input fields stay as they are.
 */
const before = options.vnode
options.vnode = (vnode: VNode) => {
  before?.(vnode)
  const { type, props } = vnode as unknown as { type: unknown; props: unknown } // of a text, `props` is the text itself
  if (type == null && typeof props === 'string') (vnode as unknown as { props: string }).props = visible(props)
  if (typeof type === 'string') showAttributes(props as Record<string, unknown>)
}

function showAttributes(props: Record<string, unknown>): void {
  for (const name of SHOWN) {
    const value = props[name]
    if (typeof value === 'string') props[name] = visible(value)
  }
}
