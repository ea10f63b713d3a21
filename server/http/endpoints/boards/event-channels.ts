import type { LiveBoard } from "#domain/competition/boards/live.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import { EventChannel } from "./event-channel.ts"
import type { Follower } from "./follower.ts"
import type { BoardsOptions } from "./options.ts"
import { createOwnEvents } from "./own-events.ts"

interface Joining {
  boards: ReadonlyMap<string, LiveBoard>
  audience: "visitors" | "members"
  /** The athlete who looks; null for anybody else. */
  athlete: number | null
  /** Whether the athlete is shown as a viewer. */
  showsLooking: boolean
  /** The comments that the page shows; null: none. */
  talk: string | null
  /** Slugs of the athletes from whom they are kept apart. */
  apart: ReadonlySet<string>
  lastSeen: string | undefined
}

export interface EventChannels {
  /** Sends boards to a response whose headers are written, until it is closed or the server stops. */
  join(page: Follower, joining: Joining): Promise<void>
}

/** How long the existence of sample athletes is cached, in ms. */
const demoKnownMs = 1_000

/** The channels of this process: one for each combination of boards and view that is followed. */
export function createEventChannels(options: BoardsOptions): EventChannels {
  const { world, liveBoards, viewers, stopping } = options
  const open = new Map<string, EventChannel>()
  const ownEvents = createOwnEvents(world, stopping)
  let demo: { known: Promise<boolean>; at: number } | undefined
  const hasDemo = () => {
    const now = performance.now()
    if (!demo || now - demo.at > demoKnownMs) demo = { known: hasDemoAthletes(world.db), at: now }
    return demo.known
  }
  stopping.addEventListener("abort", () => {
    for (const channel of open.values()) channel.end()
  })
  return {
    async join(page, { boards, audience, athlete, showsLooking, talk, apart, lastSeen }) {
      const isDemo = await hasDemo()
      if (stopping.aborted || page.outgoing.destroyed) {
        page.outgoing.end()
        return
      }
      const own = apart.size > 0 ? `${athlete} ${[...apart].sort().join()}` : ""
      const name = `${audience} ${own} ${[...boards].map(([slug, { id }]) => `${slug}=${id}`).join()}`
      const channel =
        open.get(name) ??
        new EventChannel({
          boards,
          audience,
          apart,
          viewers,
          current: (slug) => liveBoards.board(slug, audience),
          heartbeatMs: options.heartbeatMs ?? 30_000,
          onTold: (seconds) => options.onTold?.(seconds),
          onEmpty: () => open.delete(name),
        })
      open.set(name, channel)
      channel.join(page, { lastSeen, shownAs: showsLooking ? athlete : null, demo: isDemo })
      if (athlete !== null) ownEvents.follow(athlete, talk, page)
    },
  }
}
