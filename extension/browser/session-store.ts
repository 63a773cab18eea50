import * as v from 'valibot'
import browser from 'webextension-polyfill'

/** One value in the browser's session storage: it outlives the background worker and ends with the browser. */
export type SessionStore<T> = {
  /** Undefined while nothing is stored, and for what an older version stored. */
  read(): Promise<T | undefined>
  write(value: T): Promise<void>
  /** Calls `listener` with the present value and with each change. */
  watch(listener: (value: T | undefined) => void): Promise<void>
}

export function createSessionStore<T>(key: string, schema: v.GenericSchema<unknown, T>): SessionStore<T> {
  const parse = (value: unknown): T | undefined => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : undefined
  }
  const read = async () => parse((await browser.storage.session.get(key))[key])
  return {
    read,
    write: value => browser.storage.session.set({ [key]: value }),
    async watch(listener) {
      let hasChanged = false
      browser.storage.session.onChanged.addListener(changes => {
        const change = changes[key]
        if (!change) return
        hasChanged = true
        listener(parse(change.newValue))
      })
      const present = await read()
      // A change may have arrived while this was being read; then what was read is older.
      if (!hasChanged) listener(present)
    },
  }
}
