import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { Prepared } from "../send.ts"
import type { SeasonOptions, Session } from "./season.ts"

/** Creating and parsing recordings takes most of the time of a season; they are stored in order. */
export function openThreads(season: SeasonOptions) {
  const waiting = new Map<number, PromiseWithResolvers<Prepared[]>>()
  const workers = Array.from({ length: availableParallelism() + 1 }, () => {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: season })
    worker.on("message", ({ nr, prepared }: { nr: number; prepared: Prepared[] }) => {
      waiting.get(nr)?.resolve(prepared)
      waiting.delete(nr)
    })
    worker.on("error", (error) => {
      for (const { reject } of waiting.values()) reject(error)
    })
    return worker
  })
  return {
    read(session: Session): Promise<Prepared[]> {
      const read = Promise.withResolvers<Prepared[]>()
      waiting.set(session.nr, read)
      workers[session.nr % workers.length]?.postMessage(session.nr)
      return read.promise
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
