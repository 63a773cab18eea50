/** The part of a plugin's context that knows the modules of a build. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** The ids of these modules and of all that they import, directly or not; what is imported on use is not among them. */
export function reachedModules(graph: ModuleGraph, entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const ids = [...entries]
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    ids.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
