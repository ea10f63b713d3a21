import cluster from "node:cluster"
import { AggregatorRegistry, type Registry } from "prom-client"
import type { ProcessMessage } from "./processes.ts"

/** Scrapers time out after 10 seconds. */
const waitMs = 8_000

/**
 * A function that returns the metrics as Prometheus text: of this process, or of all processes that share its port. If
 * these cannot be collected, it returns those of this process alone.
 */
export function sharedMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers the parent, which collects from all processes.
  new AggregatorRegistry()
  const waiting = new Map<number, (text: string | null) => void>()
  let last = 0
  process.on("message", (message: ProcessMessage) => {
    if (message.type === "metrics") waiting.get(message.id)?.(message.text ?? null)
  })
  return async () => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<string | null>()
    waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(null), waitMs)
    process.send?.({ type: "metrics", id } satisfies ProcessMessage)
    const text = await promise
    clearTimeout(timer)
    waiting.delete(id)
    return text ?? registry.metrics()
  }
}
