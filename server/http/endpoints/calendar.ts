import { Hono } from "hono"
import { etag } from "hono/etag"
import { site } from "#content/site.ts"
import { calendarOwner } from "#domain/calendar/address.ts"
import type { CalendarEntry } from "#domain/calendar/entry.ts"
import { ownEntries } from "#domain/calendar/own.ts"
import { eventBySlug, type Occurrence } from "#domain/events/occurrence.ts"
import { heldOn, upcomingDays } from "#domain/events/upcoming-days.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"
import { icsOf } from "./calendar/ics.ts"

/** Number of occurrences of each weekly event in the feed: about two months. */
const feedCount = 16

const type = "text/calendar; charset=utf-8"
const forAll = { "content-type": type, "cache-control": "public, max-age=3600" }

/**
 * GET /calendar/events.ics: the upcoming sessions, for calendar programs to subscribe to. GET
 * /calendar/<event>/<day>.ics: one of them. GET /calendar/members/<secret>.ics: a member's own calendar.
 */
export function calendarEndpoint(world: World): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { siteUrl } = world.settings
  const sessions = (occurrences: readonly Occurrence[]) =>
    icsOf(
      occurrences.map((one) => sessionEntry(one, siteUrl)),
      { name: `${site.name} sessions`, siteUrl, refreshHours: 6, now: world.now() },
    )

  app.get("/calendar/events.ics", async (c) => {
    const coming = (
      await upcomingDays(world.db, world.published.words.list("events"), {
        now: world.now(),
        count: feedCount,
      })
    ).flat()
    return c.body(sessions(coming), 200, forAll)
  })

  app.get("/calendar/members/:file", etag(), async (c) => {
    const secret = /^([0-9a-f]{40})\.ics$/.exec(c.req.param("file"))?.[1]
    const owner = secret === undefined ? null : await calendarOwner(world, secret)
    if (!owner) return notFound(c)
    const entries = await ownEntries(world, owner)
    return c.body(
      icsOf(entries, { name: `My ${site.name}`, siteUrl, refreshHours: 1, now: world.now() }),
      200,
      // Asked again each time, so that an ended address is gone at once.
      { "content-type": type, "cache-control": "private, no-cache", "x-robots-tag": "noindex" },
    )
  })

  app.get("/calendar/:event/:day", async (c) => {
    const event = eventBySlug(world.published.words, c.req.param("event"))
    const day = /^(.+)\.ics$/.exec(c.req.param("day"))?.[1] ?? ""
    const occurrence = event && (await heldOn(world.db, event, day))
    if (!occurrence) return notFound(c)
    return c.body(sessions([occurrence]), 200, {
      ...forAll,
      "content-disposition": `attachment; filename="${occurrence.event.slug}-${occurrence.on}.ics"`,
    })
  })
  return app
}

function sessionEntry(
  { event, on, startsAt, endsAt, calledOff, changes = 0 }: Occurrence,
  siteUrl: string,
): CalendarEntry {
  return {
    ...{ id: `${event.slug}-${on}`, sequence: changes, startsAt, endsAt, title: event.title },
    text: `${event.description}\n\nDistance: ${event.distance}\nBring: ${event.bring.join(", ")}`,
    location: `${event.location}, ${event.address}`,
    url: `${siteUrl}/events`,
    state: calledOff ? "canceled" : "confirmed",
    busy: true,
  }
}
