import { useSignal } from '@preact/signals'

/** Something that is asked of the host, once at a time; `error` is why the last one failed. */
export function useCall(): {
  isBusy: boolean
  error: unknown
  /** Never rejects. */
  run(work: () => Promise<unknown>): Promise<void>
} {
  const isBusy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  return {
    isBusy: isBusy.value,
    error: error.value,
    async run(work) {
      if (isBusy.value) return
      isBusy.value = true
      error.value = undefined
      try {
        await work()
      } catch (problem) {
        error.value = problem
      } finally {
        isBusy.value = false
      }
    },
  }
}
