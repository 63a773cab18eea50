/** A part that is made on first use and then kept. A failure is not kept: the next call tries again. */
export type Part<T> = () => Promise<T>

/** Parts that are released together. */
export type LazyParts = {
  part<T>(make: () => Promise<T>): Part<T>
  /** The part if it has been made; undefined if it has not, or if making it failed. */
  peek<T>(part: Part<T>): Promise<T | undefined>
  /** Forgets all parts, so that the next call of each makes it anew. */
  forget(): void
}

export function createLazyParts(): LazyParts {
  const made = new Map<Part<unknown>, Promise<unknown>>()
  return {
    part<T>(make: () => Promise<T>) {
      const get: Part<T> = () => {
        const current = made.get(get)
        if (current) return current as Promise<T>
        const making = make()
        made.set(get, making)
        making.catch(() => {
          if (made.get(get) === making) made.delete(get)
        })
        return making
      }
      return get
    },
    async peek<T>(part: Part<T>) {
      return (made.get(part) as Promise<T> | undefined)?.catch(() => undefined)
    },
    forget: () => made.clear(),
  }
}
