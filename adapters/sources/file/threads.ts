import { Worker } from "node:worker_threads"

/** The thread's task; an earlier thread finished the first `skip` files. */
export interface ReadingOrder {
  paths: readonly string[]
  names: readonly (string | undefined)[]
  skip: number
  /** Why an earlier thread crashed on a file that describes others. */
  failedAhead: Record<string, string>
  scratch: string
}

/** The thread's own memory, whatever the files contain. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 100, stackSizeMb: 4 }

/** How long a thread without work stays, in milliseconds. */
const idleMs = 30_000

const reader = new URL("./thread.ts", import.meta.url)

/** A thread that has finished its order. Starting one costs more than reading a recording. */
let idle: { thread: Worker; timer: NodeJS.Timeout } | null = null

/** A thread that works on the order: the idle one if there is one, else a new one. `program` replaces it in tests. */
export function startReading(order: ReadingOrder, program?: URL): Worker {
  if (program || !idle) return new Worker(program ?? reader, { workerData: order, resourceLimits })
  const { thread, timer } = idle
  idle = null
  clearTimeout(timer)
  dropListeners(thread)
  thread.ref()
  thread.postMessage(order)
  return thread
}

/**
 * Takes back a thread that has finished its order. One is kept for the next order, without holding up the end of the
 * process; any other is ended.
 */
export async function doneReading(thread: Worker, program?: URL): Promise<void> {
  if (program || idle) {
    await thread.terminate()
    return
  }
  const timer = setTimeout(() => void thread.terminate(), idleMs)
  timer.unref()
  idle = { thread, timer }
  dropListeners(thread)
  thread.unref()
  const forget = () => {
    clearTimeout(timer)
    dropListeners(thread)
    idle = null
  }
  // An idle thread that fails has lost nothing: the next order starts another.
  thread.on("error", forget)
  thread.on("exit", forget)
}

/** Only ours: a worker listens to itself as well. */
function dropListeners(thread: Worker): void {
  for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event)
}
