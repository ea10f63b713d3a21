import cluster, { type Worker } from "node:cluster"
import { availableParallelism } from "node:os"
import { AggregatorRegistry } from "prom-client"
import type { Env } from "./env.ts"

/** With `auto`, at most so many: more would need more connections than an embedded PostgreSQL accepts. */
const mostByItself = 8
/** A process that ends this soon after it began to serve did not serve. */
const soonMs = 10_000
/** After so many such ends in a row, the site stops instead of starting processes forever. */
const mostInARow = 5
/** Each process stops within 30 seconds (process.ts); this long after a signal, what is left is killed. */
const deadlineMs = 35_000

/** What a process of the site and the one that starts it say to each other. */
export type ProcessMessage =
  /** From a process: it serves requests; its lines for the person who started the site. */
  | { type: "serving"; lines: readonly string[] }
  /** From a process: asks for the metrics of all of them. To it: the answer, null if there is none. */
  | { type: "metrics"; id: number; text?: string | null }

/** The number of processes that share the port. */
export function countProcesses({ PROCESSES }: Pick<Env, "PROCESSES">): number {
  return PROCESSES === "auto" ? Math.min(mostByItself, availableParallelism()) : PROCESSES
}

/** One process of the site, as its parent sees it. */
interface Serving {
  worker: Worker
  since: number
}

/**
 * Runs `count` processes of the program that called this, on one port (node:cluster). The first one starts alone, because
 * it may have to create the database. A process that ends is replaced. SIGHUP replaces each in turn: a new one serves
 * before an old one finishes its requests and ends, and if the new one does not start, the others go on.
 */
export function runProcesses(count: number, say: (line: string) => void): void {
  const serving = new Map<number, Serving>()
  const leaving = new Set<number>()
  let [stopping, restarting, failures, worst] = [false, false, 0, 0]
  answerMetrics()

  /** Resolves with the lines of a new process once it serves; rejects with its exit code if it ends before. */
  const start = () =>
    new Promise<readonly string[]>((resolve, reject) => {
      const worker = cluster.fork()
      worker.on("message", (message: ProcessMessage) => {
        if (message.type !== "serving") return
        serving.set(worker.id, { worker, since: Date.now() })
        resolve(message.lines)
      })
      worker.once("exit", (code) => reject(code ?? 1))
    })

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    if (serving.size > 0) say(`${signal}: the processes finish what is in flight`)
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM")
    setTimeout(() => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL")
    }, deadlineMs).unref()
  }
  const end = (code: number) => {
    worst = Math.max(worst, code)
    if (!stopping) stop("SIGTERM")
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(worst)
  }

  /** While the site stops, a process that never served has nothing to report. */
  const notStarted = (code: number) => {
    if (!stopping) end(code)
  }

  cluster.on("exit", (worker, code) => {
    const ended = serving.get(worker.id)
    serving.delete(worker.id)
    // A process that was still starting had nothing to finish, so it counts as a clean stop.
    if (stopping) return end(ended ? (code ?? 1) : 0)
    // A process that never served is reported by the code that started it.
    if (leaving.delete(worker.id) || !ended) return
    failures = Date.now() - ended.since < soonMs ? failures + 1 : 1
    say(`A process ended with ${code ?? "a signal"}; another one is started`)
    if (failures > mostInARow) return end(1)
    start().catch(notStarted)
  })

  const restart = async () => {
    if (restarting || stopping) return
    restarting = true
    const old = [...serving.values()]
    try {
      for (const { worker } of old) {
        // One that has ended meanwhile was replaced when it did.
        if (!serving.has(worker.id)) continue
        await start()
        if (!serving.has(worker.id)) continue
        leaving.add(worker.id)
        const gone = new Promise((resolve) => worker.once("exit", resolve))
        worker.process.kill("SIGTERM")
        await gone
      }
      say(`All ${old.length} processes were replaced`)
    } catch (code) {
      say(`A new process ended with ${code} before it served: the others go on`)
    }
    restarting = false
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop)
  process.on("SIGHUP", () => void restart())
  start()
    .then(async (lines) => {
      await Promise.all(Array.from({ length: count - 1 }, start))
      for (const line of [...lines, `${count} processes share the port`]) say(line)
    })
    .catch(notStarted)
}

/** Answers a process that is asked for metrics with those of all processes together. */
function answerMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on("message", (worker: Worker, message: ProcessMessage) => {
    if (message.type !== "metrics") return
    const answer = (text: string | null) => worker.isConnected() && worker.send({ ...message, text })
    all.clusterMetrics().then(answer, () => answer(null))
  })
}
