type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * The tasks of the threads that draw pages, ms, by the time in which the processor worked on them: on a machine that is busy
 * with others the clock says little of the page.
 */
export function tasksIn(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
}
