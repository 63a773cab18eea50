import * as v from 'valibot'
import { createSessionStore } from '../../browser/session-store.ts'

/**
 * Records that the person has chosen the certificate for e-Factura in this session of the browser, and when (epoch
 * ms). The browser keeps the choice itself and shows it to nobody; without this record no call uses it.
 */
const Choice = v.object({ chosenAt: v.nullable(v.number()) })

/** `chosenAt` is null once the browser has lost the choice. */
export const choiceStore = createSessionStore('certificateChoice', Choice)

export const isChosen = async (): Promise<boolean> => ((await choiceStore.read())?.chosenAt ?? null) !== null

export const noteChosen = (now: number): Promise<void> => choiceStore.write({ chosenAt: now })

/** Notes that the certificate must be chosen again. */
export async function noteLost(): Promise<void> {
  if (await isChosen()) await choiceStore.write({ chosenAt: null })
}

/** When the host last announced work for the certificate, epoch ms. */
export const workStore = createSessionStore('certificateWork', v.object({ seenAt: v.number() }))
