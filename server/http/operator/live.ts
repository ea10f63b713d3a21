import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "hono"
import { streamSSE } from "hono/streaming"
import { readConsoleState, shownTo } from "#domain/operator/moved.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"

/** The interval at which a process checks for changes, for all of its open consoles together. */
const everyMs = 1_000
/** A console reconnects after this time, and its session is checked again. */
const longestMs = 60_000

interface ConsoleLive {
  /**
   * Server-sent events named `moved`, with the state of the operator's desks (`shownTo`): one at first, and one after
   * each change. The caller has been authorized.
   */
  answer(c: Context<AppEnv>, operator: Operator): Response
}

/**
 * Notifies open consoles that they should reload. What they may see is decided by their own requests. Streams end with
 * `stopping`.
 */
export function createConsoleLive(
  world: Pick<World, "db" | "now" | "log">,
  stopping: AbortSignal,
): ConsoleLive {
  const listeners = new Set<(state: Awaited<ReturnType<typeof readConsoleState>>) => void>()
  let isLooking = false

  async function look() {
    try {
      const state = await readConsoleState(world)
      for (const listener of listeners) listener(state)
    } catch (error) {
      world.log.warn({ error: Object(error).message }, "What moved in the console could not be read")
    }
  }
  async function keepLooking() {
    if (isLooking) return
    isLooking = true
    while (listeners.size > 0) {
      await sleep(everyMs, undefined, { ref: false })
      await look()
    }
    isLooking = false
  }

  return {
    answer(c, operator) {
      // Otherwise nginx would buffer the events.
      c.header("x-accel-buffering", "no")
      return streamSSE(c, async (stream) => {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        let told: string | undefined
        const tell = (state: Parameters<typeof shownTo>[1]) => {
          const shown = shownTo(operator, state)
          if (shown !== told) void stream.writeSSE({ event: "moved", data: shown })
          told = shown
        }
        const end = setTimeout(resolve, longestMs)
        stream.onAbort(resolve)
        stopping.addEventListener("abort", () => resolve(), { once: true })
        if (stopping.aborted) resolve()
        await stream.write(": open\nretry: 1000\n\n")
        listeners.add(tell)
        // Checked immediately, because something may have changed since the page was rendered.
        await look()
        void keepLooking()
        await over
        clearTimeout(end)
        listeners.delete(tell)
      })
    },
  }
}
