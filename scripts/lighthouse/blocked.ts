/** An event of Chromium's trace, as far as it is needed here. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time in microseconds, without what the thread waited for a processor. */
  tdur?: number
  args?: { name?: string }
}

/** Lighthouse's phone has a quarter of the speed, and a task blocks from its fiftieth millisecond. */
const slower = 4
const freeMs = 50

/**
 * For how many milliseconds the tasks of a page would block a phone, by their processor time alone. Lighthouse's own figure counts
 * how long they took, which on a busy machine is mostly waiting.
 */
export function blockedByProcessor(events: readonly TraceEvent[]): number {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const mains = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(thread),
  )
  const tasks = new Map<string, number[]>()
  for (const event of events) {
    if (event.ph !== "X" || !event.name.endsWith("RunTask") || !mains.has(thread(event))) continue
    tasks.set(thread(event), [...(tasks.get(thread(event)) ?? []), ((event.tdur ?? 0) / 1000) * slower])
  }
  // An empty tab and workers have main threads of their own; the page is the one that does something.
  const [busiest = []] = [...tasks.values()].sort((a, b) => sum(b) - sum(a))
  return sum(busiest.map((ms) => Math.max(0, ms - freeMs)))
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
