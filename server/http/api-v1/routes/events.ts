import { z } from "@hono/zod-openapi"
import { upcomingDays } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import { type ApiApp, read } from "../route.ts"
import { session } from "../shapes.ts"

/** Sessions of each event that are listed. */
const count = 4

/** The sessions to come. */
export function eventRoutes(app: ApiApp, world: World): void {
  const { siteUrl } = world.settings
  read(app, {
    path: "/events",
    summary: "The next sessions of every event, soonest first",
    answer: z.object({ sessions: z.array(session) }),
    shows: { shows: ["events", "publishing"], everyMinute: true },
    async handle() {
      const events = world.published.words.list("events")
      const coming = (await upcomingDays(world.db, events, { now: world.now(), count })).flat()
      return {
        sessions: coming
          .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
          .map(({ event, on, startsAt, endsAt, calledOff }) => ({
            event: event.slug,
            title: event.title,
            day: on,
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
            zone: event.timeZone,
            location: event.location,
            address: event.address,
            canceled: calledOff ?? false,
            url: `${siteUrl}/events`,
            calendar: `${siteUrl}/calendar/${event.slug}/${on}.ics`,
          })),
      }
    },
  })
}
