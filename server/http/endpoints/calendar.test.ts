import { afterAll, beforeAll, expect, test } from "vitest"
import { events } from "#content/events.ts"
import { wordsOfContent } from "#content/words/words.ts"
import { eventBySlug, type Occurrence } from "#domain/events/occurrence.ts"
import { cancelDay, moveDay } from "#domain/events/run.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { calendarEndpoint } from "./calendar.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld({ now: "2026-10-28T20:00:00Z" })
})
afterAll(() => site.close())
const get = async (path: string) => calendarEndpoint(site.world).request(path)

/** Content lines, with folded ones (RFC 5545, section 3.1) unfolded. */
const lines = (text: string) => text.replaceAll("\r\n ", "").split("\r\n")

test("The feed contains the coming dates of every weekly event, in UTC across daylight saving changes", async () => {
  const answer = await get("/calendar/events.ics")
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
  const found = lines(await answer.text())
  const weekly = events.filter(({ recurrence }) => recurrence.kind === "weekly")
  expect(found.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(weekly.length * 16)
  expect(found).toContain("DTSTART:20261029T130000Z")
  expect(found).toContain("DTSTART:20261103T140000Z")
  const ids = found.filter((line) => line.startsWith("UID:"))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(`UID:sunrise-run-2026-11-03@${new URL(site.world.settings.siteUrl).hostname}`)
  expect(found).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT6H")
})

test("One date is one file, even after the event; a date without an event is not found", async () => {
  const answer = await get("/calendar/saturday-long-run/2026-11-28.ics")
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="saturday-long-run-2026-11-28.ics"',
  )
  const found = lines(await answer.text())
  expect(found.filter((line) => /^(BEGIN:VEVENT|DTSTART|SUMMARY)/.test(line))).toEqual([
    "BEGIN:VEVENT",
    "DTSTART:20261128T150000Z",
    "SUMMARY:Saturday Long Run",
  ])
  expect((await get("/calendar/triathlon-brick-session/2025-03-15.ics")).status).toBe(200)
  for (const wrong of [
    "saturday-long-run/2026-11-27.ics",
    "saturday-long-run/2026-11-28",
    "nothing/2026-11-28.ics",
  ])
    expect((await get(`/calendar/${wrong}`)).status).toBe(404)
})

test("Each change of a day raises its sequence, so that calendar programs take it over", async () => {
  const event = eventBySlug(wordsOfContent, "sunrise-run")
  const sequence = async () => {
    const found = lines(await (await get("/calendar/sunrise-run/2026-11-05.ics")).text())
    return found.find((line) => line.startsWith("SEQUENCE:"))
  }
  const day = async () => (event && (await heldOn(site.world.db, event, "2026-11-05"))) as Occurrence
  expect(await sequence()).toBe("SEQUENCE:0")
  await moveDay(site.world, await day(), { startsAt: new Date("2026-11-05T16:00:00Z"), text: "Ice." })
  expect(await sequence()).toBe("SEQUENCE:1")
  await cancelDay(site.world, await day(), "More ice.")
  expect(await sequence()).toBe("SEQUENCE:2")
  await site.world.db.sql`delete from event_occurrences`
})

test("A canceled day stays in the feed as canceled; a rescheduled one has its new start", async () => {
  await site.world.db.sql`
    insert into event_occurrences (event, held_on, starts_at, spots, called_off_at, moved_at) values
      ('saturday-long-run', '2026-10-31', '2026-10-31T14:00:00Z', 40, now(), null),
      ('saturday-long-run', '2026-11-07', '2026-11-08T16:00:00Z', 40, null, now())`
  const called = lines(await (await get("/calendar/saturday-long-run/2026-10-31.ics")).text())
  expect(called).toContain("STATUS:CANCELLED")
  const feed = lines(await (await get("/calendar/events.ics")).text())
  expect(feed).toContain("DTSTART:20261108T160000Z")
  expect(feed.filter((line) => line === "STATUS:CANCELLED")).toHaveLength(1)
})
