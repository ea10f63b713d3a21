import { wordsOfContent } from "#content/words/words.ts"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { events } from "#content/events.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { askToJoin, confirmSpot, joinAsMember } from "./join.ts"
import { leave, leaveAsMember } from "./leave.ts"
import { eventBySlug, type Occurrence, occurrenceOn, upcoming, whenInWords } from "./occurrence.ts"
import { eraseSpots, exportSpots } from "./privacy.ts"
import { remind } from "./remind.ts"
import { spotsLeft } from "./spot.ts"
import { offeredOn } from "./upcoming-days.ts"

const event = (slug: string) => {
  const found = eventBySlug(wordsOfContent, slug)
  if (!found) throw new Error(`No event ${slug}`)
  return found
}
const saturday = () => occurrenceOn(event("saturday-long-run"), "2026-11-28") as Occurrence

describe("occurrences", () => {
  test("weekly events recur on their days at local time, across daylight saving changes", () => {
    const found = upcoming(event("sunrise-run"), new Date("2026-10-28T20:00:00Z"), 3)
    expect(found.map(({ on, startsAt }) => [on, startsAt.toISOString()])).toEqual([
      ["2026-10-29", "2026-10-29T13:00:00.000Z"],
      ["2026-11-03", "2026-11-03T14:00:00.000Z"],
      ["2026-11-05", "2026-11-05T14:00:00.000Z"],
    ])
    expect(whenInWords(found[0] as Occurrence)).toBe("Thu, Oct 29, 6:00 AM")
  })

  test("one that has begun is not upcoming; a one-time event is over after its day", () => {
    const [next] = upcoming(event("saturday-long-run"), new Date("2026-11-28T15:00:01Z"), 1)
    expect(next?.on).toBe("2026-12-05")
    const brick = event("triathlon-brick-session")
    expect(upcoming(brick, new Date("2025-03-15T14:59:00Z"), 2).map(({ on }) => on)).toEqual(["2025-03-15"])
    expect(upcoming(brick, new Date("2025-03-15T15:00:00Z"), 2)).toEqual([])
  })

  test("a day on which nothing is held, or an invalid date", () => {
    for (const on of ["2026-11-27", "2026-02-30", "tomorrow", ""])
      expect(occurrenceOn(event("saturday-long-run"), on)).toBeUndefined()
  })
})

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db.sql`truncate event_occurrences, private.confirmation_mails cascade`
  site.mails.length = 0
  site.clock.set("2026-11-20T12:00:00Z")
})

const tokenOf = (email: string) =>
  /\/events\/spot\/(\w+)/.exec(site.mails.filter(({ to }) => to === email).at(-1)?.text ?? "")?.[1] ?? ""
const left = async (occurrence = saturday()) =>
  (await spotsLeft(site.world.db, [occurrence])).get(`${occurrence.event.slug} ${occurrence.on}`)

async function joined(n: number | string, occurrence = saturday()) {
  const email = `guest${n}@example.com`
  await askToJoin(site.world, occurrence, { name: `Guest ${n}`, email })
  return confirmSpot(site.world, tokenOf(email))
}

test("The four events open with 25, 40, 15 and 20 spots", () => {
  expect(events.map(({ spots }) => spots)).toEqual([25, 40, 15, 20])
})

const fourWeeks = () =>
  events.flatMap((one) => upcoming(one, site.world.now(), 4)).map((occurrence) => ({ ...occurrence }))

test("However many sessions are asked for at once, one mailbox gets six mails a day", async () => {
  const asked = await Promise.all(
    fourWeeks().map((one, n) =>
      askToJoin(site.world, one, { name: "Ana", email: n % 2 ? `ana+${n}@example.com` : "ana@example.com" }),
    ),
  )
  expect(asked.length).toBeGreaterThan(9)
  expect(asked.filter(({ ok }) => ok)).toHaveLength(6)
  expect(site.mails).toHaveLength(6)
  expect(site.mails.some(({ to }) => to.startsWith("ana+"))).toBe(true)
})

test("Requesting the same session every ten minutes sends six mails a day too", async () => {
  const answers = []
  for (let n = 0; n < 8; n++) {
    answers.push(await askToJoin(site.world, saturday(), { name: "Ana", email: "ana@example.com" }))
    site.clock.set(new Date(site.world.now().getTime() + 11 * 60_000).toISOString())
  }
  expect(answers.map(({ ok }) => ok)).toEqual([...Array(6).fill(true), false, false])
  expect(site.mails).toHaveLength(6)
})

test("Only days that the event offers can be joined, and one that has begun is reported as such", async () => {
  const run = event("saturday-long-run")
  const days = ["2026-11-14", "2026-11-21", "2026-12-12", "2026-12-19", "9999-12-25", "2026-11-22"]
  const offered = await Promise.all(days.map((on) => offeredOn(site.world, run, on)))
  expect(offered.map((one) => one?.on)).toEqual([
    "2026-11-14",
    "2026-11-21",
    "2026-12-12",
    undefined,
    undefined,
    undefined,
  ])
  const brick = event("triathlon-brick-session")
  site.clock.set("2025-01-01T00:00:00Z")
  expect((await offeredOn(site.world, brick, "2025-03-15"))?.on).toBe("2025-03-15")
})

test("Typing an address holds no spot; pressing the button in the mail reserves one, once", async () => {
  const ada = { name: "Ada", email: "ada@example.com" }
  const asked = await Promise.all([1, 2, 3].map(() => askToJoin(site.world, saturday(), ada)))
  expect(asked).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  expect(site.mails.map(({ kind }) => kind)).toEqual(["event.confirm"])
  expect(await left()).toBe(40)
  const token = tokenOf(ada.email)
  const presses = await Promise.all([1, 2, 3].map(() => confirmSpot(site.world, token)))
  expect(presses.map((press) => press.ok && press.spot.state)).toEqual(["going", "going", "going"])
  expect(await left()).toBe(39)
  expect(site.mails.map(({ kind }) => kind)).toEqual(["event.confirm", "event.spot"])
  expect(site.mails[1]?.text).toContain("http://b4m.test/calendar/saturday-long-run/2026-11-28.ics")
})

test("Two hundred people confirm at once: 25 get spots, 175 wait in line, and no spot is left or oversold", async () => {
  const run = occurrenceOn(event("sunrise-run"), "2026-11-24") as Occurrence
  const guests = Array.from({ length: 200 }, (_, n) => `guest${n}@example.com`)
  await Promise.all(guests.map((email) => askToJoin(site.world, run, { name: "Guest", email })))
  const tokens = guests.map(tokenOf)
  let least = 25
  let over = false
  const watching = (async () => {
    while (!over) least = Math.min(least, (await left(run)) ?? 25)
  })()
  const answers = await Promise.all(tokens.map((token) => confirmSpot(site.world, token)))
  over = true
  await watching
  const count = (state: string) => answers.filter((answer) => answer.ok && answer.spot.state === state).length
  expect([count("going"), count("waiting"), await left(run), least]).toEqual([25, 175, 0, expect.any(Number)])
  expect(least).toBeGreaterThanOrEqual(0)
  const places = answers.flatMap((answer) =>
    answer.ok && answer.spot.place !== null ? [answer.spot.place] : [],
  )
  expect(new Set(places).size).toBe(175)
  // Everybody who has a spot gives it up, and the line moves up one by one.
  const going = answers.flatMap((answer, n) =>
    answer.ok && answer.spot.state === "going" ? [tokens[n] ?? ""] : [],
  )
  await Promise.all(going.map((token) => leave(site.world, token)))
  const [counted] = await site.world.db.sql`
    select count(*) filter (where state = 'going')::integer as going,
      count(*) filter (where state = 'waiting')::integer as waiting from event_signups`
  expect([counted, await left(run)]).toEqual([{ going: 25, waiting: 150 }, 0])
  expect(site.mails.filter(({ kind }) => kind === "event.moved-up")).toHaveLength(25)
})

test("A spot that is given up is free again, and somebody who returns gets one", async () => {
  await joined("a")
  const token = tokenOf("guesta@example.com")
  expect(await leave(site.world, token)).toMatchObject({
    ok: true,
    spot: { state: "cancelled", name: "Guest a", occurrence: { on: "2026-11-28" } },
  })
  expect(await leave(site.world, token)).toMatchObject({ ok: true })
  expect(await left()).toBe(40)
  expect(await confirmSpot(site.world, token)).toMatchObject({ ok: true, spot: { state: "going" } })
  expect(await left()).toBe(39)
  expect(await leave(site.world, "0".repeat(40))).toEqual({ ok: false, code: "unknown" })
})

test("Members reserve and give up a spot with their account", async () => {
  const [user] = await site.world.db.sql<{ id: string }>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'mia@example.com') returning id`
  const account = {
    id: user?.id ?? "",
    email: "Mia@example.com",
    fullName: "Mia",
    secured: false,
    role: null,
  }
  const both = await Promise.all([1, 2].map(() => joinAsMember(site.world, saturday(), account)))
  expect(both.map((one) => one.ok && one.spot.state)).toEqual(["going", "going"])
  expect(await left()).toBe(39)
  const place = { userId: account.id, event: "saturday-long-run", on: "2026-11-28" }
  expect(await leaveAsMember(site.world, place)).toEqual({ ok: true })
  expect(await leaveAsMember(site.world, { ...place, on: "2026-12-05" })).toEqual({
    ok: false,
    code: "unknown",
  })
  expect(await left()).toBe(40)
  await joinAsMember(site.world, saturday(), account)
  const nameless = { ...account, email: null }
  const stranger = { ...account, id: "00000000-0000-4000-8000-000000000000" }
  for (const one of [account, nameless, stranger])
    expect(await exportSpots(site.world.db, one)).toMatchObject([
      { event: "saturday-long-run", state: "going" },
    ])
  expect(await exportSpots(site.world.db, { ...stranger, email: null })).toBeNull()
  const erase = (one: { id: string; email: string | null }) =>
    site.world.db.transaction((db) => eraseSpots(site.world, db, one))
  expect(await erase({ ...stranger, email: null })).toEqual({ rows: 0 })
  expect(await erase(nameless)).toEqual({ rows: 1 })
  expect([await left(), await exportSpots(site.world.db, account)]).toEqual([40, null])
})

test("A member joins until the start, with an address, under the name of the account if it has one", async () => {
  const [user] = await site.world.db.sql<{ id: string }>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'noa@example.com') returning id`
  const account = { id: user?.id ?? "", email: "noa@example.com", fullName: "", secured: false, role: null }
  expect(await joinAsMember(site.world, saturday(), { ...account, email: null })).toEqual({
    ok: false,
    code: "no_address",
  })
  site.clock.set(saturday().startsAt)
  expect(await joinAsMember(site.world, saturday(), account)).toEqual({ ok: false, code: "past" })
  site.clock.advance(-1)
  expect(await joinAsMember(site.world, saturday(), account)).toMatchObject({
    ok: true,
    spot: { name: "Member" },
  })
  const next = occurrenceOn(event("saturday-long-run"), "2026-12-05") as Occurrence
  expect(await joinAsMember(site.world, next, { ...account, fullName: "Noa" })).toMatchObject({
    spot: { name: "Noa" },
  })
  const third = occurrenceOn(event("saturday-long-run"), "2026-12-12") as Occurrence
  expect(
    await joinAsMember(site.world, third, { ...account, fullName: "https://spam.example" }),
  ).toMatchObject({
    spot: { name: "Member" },
  })
})

test("A repeated request gets the mail again after ten minutes: the confirmation, or the existing spot or position", async () => {
  const asks = async (email: string) => {
    await askToJoin(site.world, saturday(), { name: "A", email })
    return site.mails.splice(0).map(({ kind }) => kind)
  }
  expect(await asks("a@example.com")).toEqual(["event.confirm"])
  site.clock.advance(10 * 60_000 - 1)
  expect(await asks("a@example.com")).toEqual([])
  site.clock.advance(1)
  await askToJoin(site.world, saturday(), { name: "A", email: "a@example.com" })
  await confirmSpot(site.world, tokenOf("a@example.com"))
  await site.world.db.sql`update event_occurrences set spots = 1`
  await joined("b")
  site.mails.length = 0
  site.clock.advance(10 * 60_000)
  expect(await asks("a@example.com")).toEqual(["event.spot"])
  expect(await asks("guestb@example.com")).toEqual(["event.waiting"])
})

test("Reminders are sent the day before, once, but not to people who have just joined", async () => {
  await joined("early")
  site.clock.set("2026-11-27T14:00:00Z")
  expect(await remind(site.world)).toBe(0)
  site.clock.set("2026-11-27T15:00:00Z")
  site.clock.advance(60_000)
  await joined("late")
  expect([await remind(site.world), await remind(site.world)]).toEqual([1, 0])
  expect(site.mails.at(-1)).toMatchObject({ to: "guestearly@example.com", kind: "event.reminder" })
})

test("Nobody can join a session that has begun, and one address gets six confirmation mails a day", async () => {
  await askToJoin(site.world, saturday(), { name: "A", email: "late@example.com" })
  site.clock.set("2026-11-28T15:00:00Z")
  expect(await confirmSpot(site.world, tokenOf("late@example.com"))).toEqual({ ok: false, code: "past" })
  const person = { name: "A", email: "many@example.com" }
  expect(await askToJoin(site.world, saturday(), person)).toEqual({ ok: false, code: "past" })
  const days = upcoming(event("sunrise-run"), site.world.now(), 8)
  const answers: string[] = []
  for (const day of days) {
    const answer = await askToJoin(site.world, day, person)
    answers.push(answer.ok ? "ok" : answer.code)
  }
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(6)
  expect(answers.slice(6)).toEqual(["too_many", "too_many"])
})
