import { type ReadonlySignal, signal } from '@preact/signals'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { HostClient } from '../../host/client.ts'

export type OverviewModel = {
  overview: ReadonlySignal<Overview | undefined>
  failure: ReadonlySignal<unknown>
  /** Shows the last known overview until the host answers; does nothing after that. */
  showLast(last: Overview): void
  /** Never rejects: `failure` holds the error. A call during a poll causes one more poll after it. */
  refresh(): Promise<void>
}

/** The host's overview. The last one stays visible while a new one is fetched or fails. */
export function createOverview(host: HostClient, onFound: (overview: Overview) => void): OverviewModel {
  const overview = signal<Overview>()
  const failure = signal<unknown>()
  let isRemembered = false
  let looking: Promise<void> | undefined
  let again = false

  const look = async () => {
    do {
      again = false
      try {
        const found = await host.request('overview.get', {})
        isRemembered = false
        overview.value = found
        failure.value = undefined
        onFound(found)
      } catch (error) {
        // An old answer says nothing about a host that does not respond.
        if (isRemembered) overview.value = undefined
        isRemembered = false
        failure.value = error
      }
    } while (again)
    looking = undefined
  }

  return {
    overview,
    failure,
    showLast(last) {
      if (overview.value || failure.value !== undefined) return
      isRemembered = true
      overview.value = last
    },
    refresh() {
      if (looking) again = true
      looking ??= look()
      return looking
    },
  }
}
