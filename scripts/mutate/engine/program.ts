/** An engine's process: one Vitest with one PostgreSQL, which passes orders to its thread and answers back. */
import { BroadcastChannel } from "node:worker_threads"
import { createVitest } from "vitest/node"
import { type Answer, channelName, type Order } from "./orders.ts"

const channel = new BroadcastChannel(channelName)
channel.onmessage = (event) => {
  const { data } = event as { data: Order | Answer }
  if ("file" in data) return
  // Whoever started this may be gone before the thread listened for its first order.
  if (process.connected) process.send?.(data)
  else channel.postMessage({ file: "" })
}
process.on("message", (order) => channel.postMessage(order))

const vitest = await createVitest({
  config: new URL("./vitest.config.ts", import.meta.url).pathname,
  watch: false,
  silent: true,
  reporters: [{}],
})
// Whoever gave the orders is gone, or needs no more: the thread ends after the file that it runs.
process.once("disconnect", () => channel.postMessage({ file: "" }))
await vitest.standalone()
await vitest.runTestSpecifications(await vitest.globTestSpecifications())
await vitest.close()
process.exit()
