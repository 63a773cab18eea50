import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { Sha256, WireId } from '../../../shared/protocol/values.ts'

const Chosen = v.object({
  tabId: v.number(),
  fileName: v.string(),
  sha256: v.nullable(Sha256),
  /** Epoch milliseconds. */
  at: v.number(),
})
/**
 * What a person did last in a tab's form: the PDF that was chosen, whose bytes are in the host (`sha256` null until they are),
 * or only that the form was sent (no name). */
export type Chosen = v.InferOutput<typeof Chosen>

const Captured = v.object({
  uploadIndex: WireId,
  fileName: v.string(),
  /** Name of the portal's host that said so. */
  host: v.string(),
  sha256: v.nullable(Sha256),
  /** Why the host has not taken it; null before the first try. */
  error: v.nullable(ErrorBody),
})
/** A filing made by hand that the host has not taken yet. */
export type Captured = v.InferOutput<typeof Captured>

const CHOSEN = 'portalChosen'
const CAPTURED = 'portalCaptured'

export async function readChosen(): Promise<readonly Chosen[]> {
  return listOf(Chosen, (await browser.storage.session.get(CHOSEN))[CHOSEN])
}

export const writeChosen = (chosen: readonly Chosen[]): Promise<void> =>
  browser.storage.session.set({ [CHOSEN]: chosen })

export async function readCaptured(): Promise<readonly Captured[]> {
  return listOf(Captured, (await browser.storage.local.get(CAPTURED))[CAPTURED])
}

/** On disk: an index is not to be lost with the browser. */
export const writeCaptured = (captured: readonly Captured[]): Promise<void> =>
  browser.storage.local.set({ [CAPTURED]: captured })

/** Calls `listener` with what waits and with each change of it. */
export async function watchCaptured(listener: (captured: readonly Captured[]) => void): Promise<void> {
  let hasChanged = false
  browser.storage.local.onChanged.addListener(changes => {
    const change = changes[CAPTURED]
    if (!change) return
    hasChanged = true
    listener(listOf(Captured, change.newValue))
  })
  const present = await readCaptured()
  // What was read may be older than a change that was heard of meanwhile.
  if (!hasChanged) listener(present)
}

/** What fits of a kept list; an older version may have left something else. */
function listOf<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S>[] {
  const all = Array.isArray(value) ? value : []
  return all.filter(one => v.is(schema, one))
}
