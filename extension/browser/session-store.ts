import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { watchStored } from './watch-stored.ts'

/** One value in the browser's session storage: it outlives the background worker and ends with the browser. */
export type SessionStore<T> = {
  readonly key: string
  /** Undefined while nothing is stored, and for what an older version stored. */
  read(): Promise<T | undefined>
  write(value: T): Promise<void>
  clear(): Promise<void>
  /** Calls `listener` with the present value and with each change. */
  watch(listener: (value: T | undefined) => void): Promise<void>
}

export function createSessionStore<T>(key: string, schema: v.GenericSchema<unknown, T>): SessionStore<T> {
  const parse = (value: unknown): T | undefined => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : undefined
  }
  return {
    key,
    read: async () => parse((await browser.storage.session.get(key))[key]),
    write: value => browser.storage.session.set({ [key]: value }),
    clear: () => browser.storage.session.remove(key),
    watch: listener => watchStored('session', key, value => listener(parse(value))),
  }
}
