import { z } from "zod"
import { memberTopic } from "#domain/community/tell.ts"
import type { World } from "#domain/world.ts"
import { encodeLines } from "./encoded-event.ts"
import { type Follower, write } from "./follower.ts"

/** Events for the pages of one member, on the streams of the boards that they have open. Without ids: none is repeated. */
interface OwnEvents {
  /** Sends them until the page is closed. */
  follow(athlete: number, page: Follower): void
}

/** Many cheers within this time are one event. */
const gatherMs = 2_000

const told = z.object({ athletes: z.array(z.number()), news: z.enum(["cheers", "apart"]) })

const events = {
  cheers: encodeLines("event: cheers\ndata: {}"),
  apart: encodeLines("event: apart\ndata: {}"),
}

/** The events of this process; `stopping` ends them. */
export function createOwnEvents({ live }: Pick<World, "live">, stopping: AbortSignal): OwnEvents {
  const pages = new Map<number, Set<Follower>>()
  /** What was sent a moment ago, and whether more came since. */
  const gathering = new Map<string, boolean>()
  const end = live.subscribe(memberTopic, (payload) => {
    const { data } = told.safeParse(JSON.parse(payload))
    for (const athlete of data?.athletes ?? []) if (data && pages.has(athlete)) send(athlete, data.news)
  })
  stopping.addEventListener("abort", end)

  /** At once, and for what comes in the time after it once more, at its end. */
  function send(athlete: number, news: keyof typeof events): void {
    const name = `${athlete} ${news}`
    if (gathering.has(name)) {
      gathering.set(name, true)
      return
    }
    for (const page of pages.get(athlete) ?? []) write(page, events[news])
    gathering.set(name, false)
    setTimeout(() => {
      const isMore = gathering.get(name)
      gathering.delete(name)
      if (isMore) send(athlete, news)
    }, gatherMs).unref()
  }

  return {
    follow(athlete, page) {
      const own = pages.get(athlete) ?? new Set()
      pages.set(athlete, own.add(page))
      page.outgoing.on("close", () => {
        own.delete(page)
        if (own.size === 0 && pages.get(athlete) === own) pages.delete(athlete)
      })
    },
  }
}
