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

/** The thread's own memory, regardless of the files' content. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 100, stackSizeMb: 4 }

/** How long an idle thread is kept, in milliseconds. */
const idleMs = 30_000

const reader = new URL("./thread.ts", import.meta.url)

/** The idle thread. Starting one costs more than reading a recording. */
let idle: { thread: Worker; timer: NodeJS.Timeout } | null = null

/**
 * A thread for the task: the idle one if there is one, else a new one. `program` replaces the thread's code in tests.
 */
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
 * Returns a thread that has finished its task. One is kept for the next task, without keeping the process alive; any
 * other is ended.
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
  // The failure of an idle thread loses nothing: the next task starts another.
  thread.on("error", forget)
  thread.on("exit", forget)
}

/** Removes only our own listeners, because a worker also has internal ones. */
function dropListeners(thread: Worker): void {
  for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event)
}
