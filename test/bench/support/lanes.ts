/** Does the work for all items, so many at once. */
export async function inLanes<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
