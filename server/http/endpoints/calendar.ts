import { Hono } from "hono"
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { site } from "#content/site.ts"
import { eventBySlug, type Occurrence } from "#domain/events/occurrence.ts"
import { heldOn, upcomingDays } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"

/** Number of occurrences of each weekly event in the feed: about two months. */
const feedCount = 16

/**
 * GET /calendar/events.ics: the upcoming sessions, for calendar programs to subscribe to. GET
 * /calendar/<event>/<day>.ics: one of them. Every occurrence is a separate event in UTC, so that programs do not need
 * the rules of our time zone.
 */
export function calendarEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { siteUrl } = world.settings

  app.get("/calendar/events.ics", async (c) => {
    const coming = (
      await upcomingDays(world.db, world.published.words.list("events"), {
        now: world.now(),
        count: feedCount,
      })
    ).flat()
    return c.body(calendar(coming, siteUrl, world.now()), 200, {
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "public, max-age=3600",
    })
  })

  app.get("/calendar/:event/:day", async (c) => {
    const event = eventBySlug(world.published.words, c.req.param("event"))
    const day = /^(.+)\.ics$/.exec(c.req.param("day"))?.[1] ?? ""
    const occurrence = event && (await heldOn(world.db, event, day))
    if (!occurrence) return notFound(c)
    return c.body(calendar([occurrence], siteUrl, world.now()), 200, {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${occurrence.event.slug}-${occurrence.on}.ics"`,
      "cache-control": "public, max-age=3600",
    })
  })
  return app
}

function calendar(occurrences: readonly Occurrence[], siteUrl: string, now: Date): string {
  const made = ical({
    name: `${site.name} sessions`,
    prodId: { company: site.name, product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    // How often programs refresh (RFC 7986, section 5.7), in seconds.
    ttl: 6 * 3600,
  })
  for (const { event, on, startsAt, endsAt, calledOff, changes = 0 } of occurrences) {
    made.createEvent({
      id: `${event.slug}-${on}@${new URL(siteUrl).hostname}`,
      stamp: now,
      sequence: changes,
      start: startsAt,
      end: endsAt,
      summary: event.title,
      description: `${event.description}\n\nDistance: ${event.distance}\nBring: ${event.bring.join(", ")}`,
      location: `${event.location}, ${event.address}`,
      url: `${siteUrl}/events`,
      status: calledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return made.toString()
}
