import { useSignal } from '@preact/signals'

/** A request to the host, one at a time; `error` is the last one's failure. */
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
