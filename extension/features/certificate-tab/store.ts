import * as v from 'valibot'
import browser from 'webextension-polyfill'

/** Where the browser session keeps one kind of attempt. */
export type AttemptStore<A> = {
  /** Undefined before the first attempt and for what an older version left. */
  read(): Promise<A | undefined>
  write(attempt: A): Promise<void>
  /** Calls `listener` with the present attempt and with each change of it. */
  watch(listener: (attempt: A | undefined) => void): Promise<void>
}

export function createAttemptStore<A>(key: string, schema: v.GenericSchema<unknown, A>): AttemptStore<A> {
  const parse = (value: unknown): A | undefined => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : undefined
  }
  const read = async () => parse((await browser.storage.session.get(key))[key])
  return {
    read,
    write: attempt => browser.storage.session.set({ [key]: attempt }),
    async watch(listener) {
      let hasChanged = false
      browser.storage.session.onChanged.addListener(changes => {
        const change = changes[key]
        if (!change) return
        hasChanged = true
        listener(parse(change.newValue))
      })
      const present = await read()
      // What was read may be older than a change that was heard of meanwhile.
      if (!hasChanged) listener(present)
    },
  }
}
