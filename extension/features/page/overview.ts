import { type ReadonlySignal, signal } from '@preact/signals'
import { joinRuns } from '../../../shared/async/join-runs.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { HostClient } from '../../host/client.ts'
import { HostFailure } from '../../host/failure.ts'

export type OverviewModel = {
  overview: ReadonlySignal<Overview | undefined>
  failure: ReadonlySignal<unknown>
  /** Shows the last known overview until the host answers; does nothing after that. */
  showLast(last: Overview): void
  /** Never rejects: `failure` holds the error. Calls during a poll cause one more poll after it. */
  refresh(): Promise<void>
}

/**
 * The host's overview. The last one stays visible while a new one is fetched or fails. Secrets that the host cannot read
 * are a failure beside the overview.
 */
export function createOverview(host: HostClient, onFound: (overview: Overview) => void): OverviewModel {
  const overview = signal<Overview>()
  const failure = signal<unknown>()
  let isRemembered = false

  const show = (found: Overview) => {
    overview.value = found
    failure.value = found.secretsError ? new HostFailure(found.secretsError) : undefined
  }

  const refresh = joinRuns(async () => {
    try {
      const found = await host.request('overview.get', {})
      isRemembered = false
      show(found)
      onFound(found)
    } catch (error) {
      // An old answer says nothing about a host that does not respond.
      if (isRemembered) overview.value = undefined
      isRemembered = false
      failure.value = error
    }
  })

  return {
    overview,
    failure,
    showLast(last) {
      if (overview.value || failure.value !== undefined) return
      isRemembered = true
      show(last)
    },
    refresh,
  }
}
