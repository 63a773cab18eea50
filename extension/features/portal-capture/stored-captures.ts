import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { Sha256, WireId } from '../../../shared/domain/values.ts'
import { ErrorBody } from '../../../shared/errors/error-body.ts'
import { watchStored } from '../../browser/watch-stored.ts'

const Chosen = v.object({
  tabId: v.number(),
  fileName: v.string(),
  sha256: v.nullable(Sha256),
  /** Epoch milliseconds. */
  at: v.number(),
})
/**
 * The last act of a person in a tab's form: a PDF was chosen (`sha256` is null until the host has the bytes), or only the form
 * was sent (empty name). `at` tells the acts in a tab apart.
 */
export type Chosen = v.InferOutput<typeof Chosen>

const Captured = v.object({
  uploadIndex: WireId,
  fileName: v.string(),
  /** Host name of the portal's page. */
  host: v.string(),
  sha256: v.nullable(Sha256),
  /** Why the host has not accepted it; null before the first try. */
  error: v.nullable(ErrorBody),
})
/** A declaration submitted on the portal that the host has not accepted yet. */
export type Captured = v.InferOutput<typeof Captured>

const CHOSEN = 'portalChosen'
const CAPTURED = 'portalCaptured'

export async function readChosen(): Promise<readonly Chosen[]> {
  return listOf(Chosen, (await browser.storage.local.get(CHOSEN))[CHOSEN])
}

/** On disk: an update of the extension, which empties the session storage, may come between a form and its answer. */
export const writeChosen = (chosen: readonly Chosen[]): Promise<void> => browser.storage.local.set({ [CHOSEN]: chosen })

export async function readCaptured(): Promise<readonly Captured[]> {
  return listOf(Captured, (await browser.storage.local.get(CAPTURED))[CAPTURED])
}

/** On disk: the index must outlive the browser. */
export const writeCaptured = (captured: readonly Captured[]): Promise<void> =>
  browser.storage.local.set({ [CAPTURED]: captured })

/** Calls `listener` with the present list and with each change. */
export const watchCaptured = (listener: (captured: readonly Captured[]) => void): Promise<void> =>
  watchStored('local', CAPTURED, value => listener(listOf(Captured, value)))

/** The valid items of a stored list; an older version may have stored something else. */
function listOf<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S>[] {
  const all = Array.isArray(value) ? value : []
  return all.filter(one => v.is(schema, one))
}
