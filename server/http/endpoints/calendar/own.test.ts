/** A member's own calendar, read by another implementation of iCalendar. */
import ICAL from "ical.js"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { wordsOfContent } from "#content/words/words.ts"
import {
  calendarAddressOf,
  endCalendarAddress,
  exportCalendarAddress,
  renewCalendarAddress,
} from "#domain/calendar/address.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { joinAsMember } from "#domain/events/join.ts"
import { leaveAsMember } from "#domain/events/leave.ts"
import { eventBySlug } from "#domain/events/occurrence.ts"
import { cancelDay, moveDay } from "#domain/events/run.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { loggedPath } from "#server/process/log/path.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { calendarEndpoint } from "../calendar.ts"

let t: TestWorld
let ana: CommunityMember
let ben: CommunityMember
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  ana = await addMember(t.world, "Ana Ash")
  ben = await addMember(t.world, "Ben Birch")
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  for (const table of ["private.calendar_addresses", "event_signups", "event_occurrences", "prizes"])
    await t.world.db.sql`delete from ${t.world.db.sql(table)}`
})

const day = async (on: string) => {
  const event = eventBySlug(wordsOfContent, "saturday-long-run")
  const found = event && (await heldOn(t.world.db, event, on))
  if (!found) throw new Error(`No session on ${on}`)
  return found
}
async function join(member: CommunityMember, on: string) {
  const account = await t.world.accounts.find(t.world.db, member.userId)
  if (account) await joinAsMember(t.world, await day(on), { ...account, fullName: member.name })
}
const leave = (member: CommunityMember, on: string) =>
  leaveAsMember(t.world, { userId: member.userId, event: "saturday-long-run", on })

async function addressOf(member: CommunityMember): Promise<string> {
  if (!(await calendarAddressOf(t.world, member.userId))) await renewCalendarAddress(t.world, member.userId)
  return (await calendarAddressOf(t.world, member.userId))?.url ?? ""
}
const get = async (url: string, headers: Record<string, string> = {}) =>
  calendarEndpoint(t.world).request(new URL(url).pathname, { headers })

/** The entries as another program reads them, by the part of their ids before the host. */
async function read(member: CommunityMember) {
  const text = await (await get(await addressOf(member))).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents("vevent").map((one) => ({
    id: String(one.getFirstPropertyValue("uid")),
    sequence: one.getFirstPropertyValue("sequence"),
    status: one.getFirstPropertyValue("status"),
    starts: new ICAL.Event(one).startDate.toJSDate().toISOString(),
    ends: new ICAL.Event(one).endDate.toJSDate().toISOString(),
    title: new ICAL.Event(one).summary,
    busy: one.getFirstPropertyValue("transp") === "OPAQUE",
  }))
  return { text, calendar, byId: new Map(events.map((one) => [one.id.replace("@b4m.test", ""), one])) }
}

test("it says when seasons begin and end, in instants that every zone agrees on", async () => {
  const { calendar, byId, text } = await read(ana)
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH")
  expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H")
  expect(calendar.getFirstPropertyValue("x-published-ttl")).toBe("PT1H")
  expect(byId.get("monthly-2026-11-ends-2026-11-30")).toEqual({
    ...{ id: "monthly-2026-11-ends-2026-11-30@b4m.test", sequence: 0, status: "CONFIRMED", busy: false },
    ...{ starts: "2026-12-01T07:00:00.000Z", ends: "2026-12-01T08:00:00.000Z" },
    title: expect.stringMatching(/ ends$/),
  })
  expect(byId.get("monthly-2026-12-begins-2026-12-01")).toMatchObject({ starts: "2026-12-01T08:00:00.000Z" })
  // CRLF, and no line of more than 75 bytes.
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test("a season that is closed early ends then, as a newer version of the same entry", async () => {
  const running = [...(await read(ana)).byId.keys()].find((id) => /^fortnightly-.*-ends-/.test(id)) ?? ""
  const slug = running.replace(/-ends-.*/, "")
  expect((await read(ana)).byId.get(running)).toMatchObject({ sequence: 0 })
  await close(t.world, slug, { early: true })
  const after = (await read(ana)).byId.get(running)
  expect(after).toMatchObject({ sequence: 1, ends: "2026-11-20T20:00:00.000Z" })
})

test("a session is in it from the spot on, moves with it, and stays as canceled for 30 days", async () => {
  const id = "spot-saturday-long-run-2026-11-28"
  await join(ana, "2026-11-28")
  const first = (await read(ana)).byId.get(id)
  expect(first).toMatchObject({
    ...{ title: "Saturday Long Run", starts: "2026-11-28T15:00:00.000Z", status: "CONFIRMED", busy: true },
    sequence: 0,
  })
  expect((await read(ben)).byId.has(id)).toBe(false)

  t.clock.advance(60_000)
  await moveDay(t.world, await day("2026-11-28"), {
    startsAt: new Date("2026-11-28T17:00:00Z"),
    text: "Ice.",
  })
  const moved = (await read(ana)).byId.get(id)
  expect(moved).toMatchObject({ starts: "2026-11-28T17:00:00.000Z", sequence: 1 })

  t.clock.advance(60_000)
  await leave(ana, "2026-11-28")
  const left = (await read(ana)).byId.get(id)
  expect(left).toMatchObject({ status: "CANCELLED", busy: false })
  t.clock.advance(60_000)
  await join(ana, "2026-11-28")
  const again = (await read(ana)).byId.get(id)
  t.clock.advance(60_000)
  await cancelDay(t.world, await day("2026-11-28"), "More ice.")
  const canceled = (await read(ana)).byId.get(id)
  expect([again?.status, canceled?.status]).toEqual(["CONFIRMED", "CANCELLED"])
  const sequences = [first, moved, left, again, canceled].map((one) => Number(one?.sequence))
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))

  t.clock.advance(31 * 86_400_000)
  expect((await read(ana)).byId.has(id)).toBe(false)
})

test("a place in line is tentative and leaves its time free", async () => {
  await join(ben, "2026-11-28")
  await t.world.db.sql`update event_occurrences set spots = 1`
  await join(ana, "2026-11-28")
  expect((await read(ana)).byId.get("spot-saturday-long-run-2026-11-28")).toMatchObject({
    ...{ title: "Waitlist: Saturday Long Run", status: "TENTATIVE", busy: false },
  })
})

test("the last hour to claim a prize is in its winner's alone, until it is claimed", async () => {
  const [{ id }] = (await t.world.db.sql<{ id: number }>`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
    select id, 1, 'A belt', ${ana.id}, 'awarded', 0, '2026-11-20T19:00:00Z', '2026-12-04T19:00:00Z'
    from seasons where slug = 'monthly-2026-11' returning id::float8 as id`) as [{ id: number }]
  expect((await read(ana)).byId.get(`prize-${id}`)).toMatchObject({
    ...{ title: "Last hour to claim your prize: A belt", ends: "2026-12-04T19:00:00.000Z" },
    ...{ status: "CONFIRMED", sequence: 0 },
  })
  expect((await read(ben)).text).not.toContain("belt")
  await t.world.db.sql`update prizes set status = 'claimed', claimed_at = '2026-11-20T19:30:00Z'`
  expect((await read(ana)).byId.get(`prize-${id}`)).toMatchObject({ status: "CANCELLED", sequence: 1800 })
})

test("an unchanged calendar is the same text, is not sent again, and is kept by no proxy", async () => {
  await join(ana, "2026-11-28")
  const url = await addressOf(ana)
  const first = await get(url)
  expect(first.headers.get("cache-control")).toBe("private, no-cache")
  t.clock.advance(3_600_000)
  const tag = first.headers.get("etag") ?? ""
  expect((await get(url, { "if-none-match": tag })).status).toBe(304)
  await cancelDay(t.world, await day("2026-11-28"), "Ice.")
  expect((await get(url, { "if-none-match": tag })).status).toBe(200)
})

test("a replaced, ended or foreign address, and that of a banned or erased account, is not found", async () => {
  const first = await addressOf(ana)
  expect((await get(first)).status).toBe(200)
  await renewCalendarAddress(t.world, ana.userId)
  const second = await addressOf(ana)
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
  expect((await get(second)).headers.get("x-robots-tag")).toBe("noindex")
  const now = t.world.now()
  await t.world.db.sql`
    update auth.users set banned_until = ${now}::timestamptz + interval '1 day' where id = ${ana.userId}`
  expect((await get(second)).status).toBe(404)
  await t.world.db.sql`update auth.users set banned_until = null`
  await endCalendarAddress(t.world.db, ana.userId)
  expect((await get(second)).status).toBe(404)
  expect(await calendarAddressOf(t.world, ana.userId)).toBeNull()
  for (const wrong of ["a.ics", `${"0".repeat(40)}.ics`, `${"A".repeat(40)}.ics`, "0".repeat(40)])
    expect((await get(`http://b4m.test/calendar/members/${wrong}`)).status).toBe(404)

  const gone = await addMember(t.world, "Cleo Cox")
  const theirs = await addressOf(gone)
  await t.world.accounts.remove(t.world.db, gone.userId)
  expect((await get(theirs)).status).toBe(404)
})

test("neither the database, the log nor an export has the secret; the owner sees when it was last read", async () => {
  const url = await addressOf(ana)
  await get(url)
  const secret = url.replace(/.*\/|\.ics$/g, "")
  const [row] = await t.world.db.sql<{ all: string }>`
    select to_jsonb(a)::text as all from private.calendar_addresses a`
  expect(row?.all).not.toContain(secret)
  expect(loggedPath(new URL(url).pathname)).toBe("/calendar/members/:id")
  const exported = await exportCalendarAddress(t.world.db, { id: ana.userId } as never)
  expect(JSON.stringify(exported)).not.toContain(secret)
  expect(await calendarAddressOf(t.world, ana.userId)).toEqual({
    url,
    readAt: new Date("2026-11-20T20:00:00Z"),
  })
  // After AUTH_SECRET has changed: read by those who have it, and never shown wrong.
  const elsewhere = { ...t.world, sign: () => "f".repeat(64) }
  expect(await calendarAddressOf(elsewhere, ana.userId)).toMatchObject({ url: null })
  expect((await get(url)).status).toBe(200)
})
