import { Worker } from "node:worker_threads"
import { randomToken } from "../crypto/random.ts"
import { Refusal } from "../refusal.ts"
import type { HashAnswer, HashTask } from "./hash-task.ts"
import { hashingThreads } from "./threads.ts"

export interface PasswordHasher {
  /** bcrypt ($2b$) of a password of at most 72 bytes. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches `hash`. Without a hash, or with more than 72 bytes, it does not, and the
   * check takes as long as a comparison.
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
  /** Stops the threads. */
  close(): Promise<void>
}

interface Waiting {
  task: HashTask
  resolve(answer: HashAnswer): void
  reject(error: Error): void
}

/**
 * The part of a worker thread's interface that is used; an `exit` without an `error` before it is a failure as well.
 */
interface HashWorker extends Pick<Worker, "ref" | "unref" | "terminate"> {
  on(event: "message", listener: (answer: HashAnswer) => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  on(event: "exit", listener: () => void): unknown
  postMessage(task: HashTask): void
}

interface Thread {
  worker: HashWorker
  /** Runs overload work at the lowest priority available. */
  yielding: boolean
  current: Waiting | null
}

/** bcrypt ignores everything beyond this. */
export const maxPasswordBytes = 72

/** Requests beyond this queue length get 429 immediately: the last one would wait for many seconds. */
const longestQueue = 200

/**
 * A longer queue than this counts as a storm, in which pages have priority over sign-ins; below it, they are
 * equal.
 */
const longestCalmQueue = 3

const launch = (yielding: boolean): HashWorker =>
  new Worker(new URL("./hash-worker.ts", import.meta.url), { execArgv: [], workerData: { yielding } })

/** Hashes in separate threads, started on first use; tests put their own in place of `launched`. */
export function createPasswordHasher(
  cost: number,
  threadCount = hashingThreads(),
  launched: (yielding: boolean) => HashWorker = launch,
): PasswordHasher {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let nextId = 1
  let closed = false
  let dummy: Promise<string> | undefined

  function start(yielding: boolean): Thread {
    const worker = launched(yielding)
    const thread: Thread = { worker, yielding, current: null }
    worker.on("message", (answer: HashAnswer) => {
      // A thread sends only responses to its tasks.
      const asked = thread.current as Waiting
      thread.current = null
      worker.unref()
      asked.resolve(answer)
      next()
    })
    worker.on("error", (error) => fail(thread, error))
    worker.on("exit", () => fail(thread, new Error("The hashing thread ended")))
    threads.add(thread)
    return thread
  }

  function fail(thread: Thread, error: Error) {
    threads.delete(thread)
    thread.current?.reject(error)
    thread.current = null
    next()
  }

  function next() {
    const waiting = queue[0]
    if (!waiting) return
    const idle = [...threads].filter((one) => !one.current)
    if (threads.size - idle.length >= threadCount) return
    const yielding = queue.length > longestCalmQueue
    const thread = idle.find((one) => one.yielding === yielding) ?? start(yielding)
    queue.shift()
    thread.current = waiting
    // An idle thread must not keep the process alive; a working one must.
    thread.worker.ref()
    thread.worker.postMessage(waiting.task)
  }

  function run(task: HashTask): Promise<HashAnswer> {
    if (closed) return Promise.reject(new Error("The password hasher is closed"))
    if (queue.length >= longestQueue)
      return Promise.reject(
        new Refusal(
          429,
          "over_request_rate_limit",
          "Too many sign-ins at the moment. Please try again shortly.",
          {
            retryAfterSeconds: 5,
          },
        ),
      )
    return new Promise((resolve, reject) => {
      queue.push({ task, resolve, reject })
      next()
    })
  }

  async function hash(password: string): Promise<string> {
    const answer = await run({ id: nextId++, kind: "hash", password, cost })
    if ("hash" in answer) return answer.hash
    throw new Error("The hashing thread answered another question")
  }

  async function verify(password: string, given: string | null | undefined): Promise<boolean> {
    dummy ??= hash(randomToken()).catch((error) => {
      dummy = undefined
      throw error
    })
    const stand = await dummy
    const usable = Boolean(given) && Buffer.byteLength(password) <= maxPasswordBytes
    const answer = await run({
      id: nextId++,
      kind: "verify",
      password: usable ? password : "-",
      hash: usable ? (given as string) : stand,
    })
    return usable && "matches" in answer && answer.matches
  }

  return {
    hash,
    verify,
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.reject(new Error("The password hasher is closed"))
      await Promise.all([...threads].map((thread) => thread.worker.terminate()))
    },
  }
}
