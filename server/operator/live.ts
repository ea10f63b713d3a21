import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "hono"
import { streamSSE } from "hono/streaming"
import { readConsoleState } from "#domain/operator/moved.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"

/** How often open consoles ask, all of a process together. */
const everyMs = 1_000
/** A console connects again after this: then its session is checked anew. */
const longestMs = 60_000

interface ConsoleLive {
  /** Server-sent events: `moved` whenever something that a desk shows has changed. The caller was authorized. */
  answer(c: Context<AppEnv>): Response
}

/** Tells open consoles to look again. What they see then, their own requests decide. Streams end with `stopping`. */
export function createConsoleLive(
  world: Pick<World, "db" | "now" | "log">,
  stopping: AbortSignal,
): ConsoleLive {
  const listeners = new Set<() => void>()
  let known: string | null = null
  /** The first look since somebody listens: what changes after it is told. */
  let firstLook: Promise<void> | undefined

  async function look() {
    try {
      const state = await readConsoleState(world)
      if (known !== null && state !== known) for (const listener of listeners) listener()
      known = state
    } catch (error) {
      world.log.warn({ error: Object(error).message }, "What moved in the console could not be read")
    }
  }
  async function keepLooking() {
    while (listeners.size > 0) {
      await sleep(everyMs, undefined, { ref: false })
      await look()
    }
    known = null
    firstLook = undefined
  }

  return {
    answer(c) {
      // Otherwise nginx would buffer the events.
      c.header("x-accel-buffering", "no")
      return streamSSE(c, async (stream) => {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        const tell = () => void stream.writeSSE({ event: "moved", data: "1" })
        const end = setTimeout(resolve, longestMs)
        stream.onAbort(resolve)
        stopping.addEventListener("abort", () => resolve(), { once: true })
        if (stopping.aborted) resolve()
        listeners.add(tell)
        firstLook ??= look().finally(() => void keepLooking())
        // A console that is open has missed nothing since.
        await firstLook
        await stream.write(": open\nretry: 1000\n\n")
        await over
        clearTimeout(end)
        listeners.delete(tell)
      })
    },
  }
}
