import { z } from "zod"
import { memberTopic, talkTopic } from "#domain/community/tell.ts"
import type { World } from "#domain/world.ts"
import { encodeLines } from "./encoded-event.ts"
import { type Follower, write } from "./follower.ts"

/** Events for single pages, on the streams of the boards that they have open. Without ids: none is repeated. */
interface OwnEvents {
  /**
   * Sends them until the page is closed.
   * @param talk the comments that the page shows (domain/community/comment-subject.ts); null: none
   */
  follow(athlete: number, talk: string | null, page: Follower): void
}

/** Many cheers within this time are one event. */
const gatherMs = 2_000

const toldMembers = z.object({ athletes: z.array(z.number()), news: z.enum(["cheers", "comments", "apart"]) })
const toldTalk = z.object({ talk: z.string() })

const events = {
  cheers: encodeLines("event: cheers\ndata: {}"),
  comments: encodeLines("event: comments\ndata: {}"),
  talk: encodeLines("event: talk\ndata: {}"),
  apart: encodeLines("event: apart\ndata: {}"),
}

/** The events of this process; `stopping` ends them. */
export function createOwnEvents({ live }: Pick<World, "live">, stopping: AbortSignal): OwnEvents {
  /** By "member 12", and by what the page shows. */
  const pages = new Map<string, Set<Follower>>()
  /** What was sent a moment ago, and whether more came since. */
  const gathering = new Map<string, boolean>()
  const ends = [
    live.subscribe(memberTopic, (payload) => {
      const { data } = toldMembers.safeParse(JSON.parse(payload))
      for (const athlete of data?.athletes ?? []) if (data) send(`member ${athlete}`, data.news)
    }),
    live.subscribe(talkTopic, (payload) => {
      const { data } = toldTalk.safeParse(JSON.parse(payload))
      if (data) send(data.talk, "talk")
    }),
  ]
  stopping.addEventListener("abort", () => {
    for (const end of ends) end()
  })

  /** At once, and for what comes in the time after it once more, at its end. */
  function send(to: string, news: keyof typeof events): void {
    if (!pages.has(to)) return
    const name = `${to} ${news}`
    if (gathering.has(name)) {
      gathering.set(name, true)
      return
    }
    for (const page of pages.get(to) ?? []) write(page, events[news])
    gathering.set(name, false)
    setTimeout(() => {
      const isMore = gathering.get(name)
      gathering.delete(name)
      if (isMore) send(to, news)
    }, gatherMs).unref()
  }

  function followOne(to: string, page: Follower): void {
    const own = pages.get(to) ?? new Set()
    pages.set(to, own.add(page))
    page.outgoing.on("close", () => {
      own.delete(page)
      if (own.size === 0 && pages.get(to) === own) pages.delete(to)
    })
  }

  return {
    follow(athlete, talk, page) {
      followOne(`member ${athlete}`, page)
      if (talk !== null) followOne(talk, page)
    },
  }
}
