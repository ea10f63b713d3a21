/** An engine's process: one Vitest with one PostgreSQL, which passes orders to its thread and answers back. */
import { setTimeout as sleep } from "node:timers/promises"
import { BroadcastChannel } from "node:worker_threads"
import { createVitest } from "vitest/node"
import { type Answer, channelName, type Order } from "./orders.ts"

const processorMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000
/** The processor time of this process at which its thread counts as hanging. */
let endsAt = Number.POSITIVE_INFINITY
let beganAt = 0

const channel = new BroadcastChannel(channelName)
channel.onmessage = (event) => {
  const { data } = event as { data: Order | Answer }
  if ("file" in data) return
  endsAt = Number.POSITIVE_INFINITY
  // Whoever started this may be gone before the thread listened for its first order.
  if (process.connected) process.send?.({ ...data, cpuMs: processorMs() - beganAt })
  else channel.postMessage({ file: "" })
}
process.on("message", (message) => {
  const order = message as Order
  beganAt = processorMs()
  endsAt = beganAt + (order.cpuMs ?? Number.POSITIVE_INFINITY)
  channel.postMessage(order)
})

const vitest = await createVitest({
  config: new URL("./vitest.config.ts", import.meta.url).pathname,
  watch: false,
  silent: true,
  reporters: [{}],
})
/** A thread in a loop without end ends with its Vitest, which stops PostgreSQL; whoever gave the order starts another engine. */
async function stop(): Promise<never> {
  await Promise.race([vitest.close(), sleep(20_000)])
  process.exit(1)
}
process.once("SIGTERM", stop)
const watching = setInterval(() => {
  if (processorMs() < endsAt) return
  clearInterval(watching)
  stop()
}, 500)
// Whoever gave the orders is gone, or needs no more: the thread ends after the file that it runs.
process.once("disconnect", () => channel.postMessage({ file: "" }))
await vitest.standalone()
await vitest.runTestSpecifications(await vitest.globTestSpecifications())
await vitest.close()
process.exit()
