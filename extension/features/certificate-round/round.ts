import { createSerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import { withHost } from '../../host/with-host.ts'
import type { Round, RoundStepId } from '../certificate-visit/stored-visits.ts'
import type { Begun } from '../certificate-visit/visits.ts'
import { missingSteps, usedSteps } from './plan.ts'

/** Begins the visits of each step in a given tab. */
export type RoundSteps = Readonly<Record<RoundStepId, (inTab: number) => Promise<Begun>>>

export type RoundEdges = {
  connect(): HostClient
  now(): number
  /** Whether the certificate for calls to e-Factura was chosen in this session of the browser. */
  isCertificateChosen(): Promise<boolean>
  read(): Promise<Round | undefined>
  write(round: Round): Promise<void>
  /** Opens an empty tab in front and returns its id. */
  openTab(): Promise<number>
  /** Navigates a tab; false when the tab is closed or the person went elsewhere in it. */
  leadTab(tabId: number, url: string): Promise<boolean>
  /** Closes a tab unless the person has opened something else in it. */
  closeTab(tabId: number): Promise<boolean>
  steps: RoundSteps
  /** Address of the page that shows each step's outcome. */
  resultPage: string
}

export type RoundController = {
  /** Opens a tab and begins the first step there; replaces an unfinished round. */
  begin(): Promise<Begun>
  /**
   * A visit no longer needs this tab: the next step begins in it, or the result is shown there. False when the tab belongs
   * to no round, or to another step than `after`.
   */
  goOn(tabId: number, after?: RoundStepId): Promise<boolean>
  tabClosed(tabId: number): Promise<void>
}

/** Visits every service that needs the certificate, in one tab. A failed step does not hold up the others. */
export function createRound(edges: RoundEdges): RoundController {
  const inTurn = createSerialQueue()
  const isOver = ({ at, steps }: Round) => at >= steps.length

  /** Changes the unfinished round in this tab, if `step` has the tab; undefined without one. */
  const change = (tabId: number, how: (round: Round) => Round, step?: RoundStepId) =>
    inTurn(async () => {
      const round = await edges.read()
      if (round?.tabId !== tabId || isOver(round)) return undefined
      if (step !== undefined && round.steps[round.at] !== step) return undefined
      const changed = how(round)
      await edges.write(changed)
      return changed
    })

  const goOn = async (tabId: number, after?: RoundStepId): Promise<boolean> => {
    let ended = after
    for (;;) {
      const round = await change(tabId, old => ({ ...old, at: old.at + 1 }), ended)
      if (!round) return false
      const step = round.steps[round.at]
      if (step === undefined) {
        await edges.leadTab(tabId, edges.resultPage)
        return true
      }
      const begun = await edges.steps[step](tabId)
      if (begun === 'begun') return true
      if (begun === 'not-needed') await change(tabId, old => ({ ...old, there: [...old.there, step] }))
      ended = step
    }
  }

  /** Sessions that the host considers alive have their turn too: each visit asks the gateway first (G-12). */
  const plan = () =>
    withHost(edges.connect, async host => {
      const overview = await host.request('overview.get', {})
      const missing = missingSteps(overview, await edges.isCertificateChosen(), edges.now())
      if (missing.length === 0) return []
      return usedSteps(overview).filter(id => id === 'spv' || id === 'portal' || missing.includes(id))
    })

  return {
    goOn,
    async begin() {
      const steps = await plan()
      if (steps.length === 0) return 'not-needed'
      const tabId = await edges.openTab()
      const old = await inTurn(async () => {
        const round = await edges.read()
        await edges.write({ tabId, startedAt: edges.now(), steps, at: -1, there: [] })
        return round
      })
      await goOn(tabId)
      if (old && !isOver(old)) await edges.closeTab(old.tabId)
      return 'begun'
    },
    async tabClosed(tabId) {
      await change(tabId, old => ({ ...old, at: old.steps.length }))
    },
  }
}
