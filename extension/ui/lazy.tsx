import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { ErrorNotice } from './notice.tsx'

/** A component whose code is loaded when it is first drawn; until then it is an empty part that is busy. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined)
  const failure = signal<unknown>(undefined)
  let isAsked = false
  const ask = async () => {
    try {
      loaded.value = await load()
    } catch (error) {
      failure.value = error
    }
  }
  return function Lazy(props: P) {
    if (!isAsked) void ask()
    isAsked = true
    const Loaded = loaded.value
    if (Loaded) return <Loaded {...props} />
    if (failure.value !== undefined) return <ErrorNotice error={failure.value} />
    return <div class="to-come" aria-busy={true} />
  }
}
