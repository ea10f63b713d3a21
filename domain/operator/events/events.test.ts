import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { events } from "#content/events.ts"
import { wordsOfContent } from "#content/words/words.ts"
import { attendeesOf, findByCode } from "#domain/events/attend.ts"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import { leave } from "#domain/events/leave.ts"
import { eventBySlug, type Occurrence, occurrenceAt } from "#domain/events/occurrence.ts"
import { remind } from "#domain/events/remind.ts"
import { spotsOf } from "#domain/events/run.ts"
import { heldOn, offeredOn, upcomingDays } from "#domain/events/upcoming-days.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { noteExport } from "../export-list.ts"
import { setHostedEvents } from "../people/account.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import {
  checkInFromConsole,
  freeFromConsole,
  guestsFromConsole,
  putFromConsole,
  runDay,
  seatFromConsole,
  transferFromConsole,
  walkInFromConsole,
} from "./event-commands.ts"

let t: TestWorld
let owner: Operator
let helper: Operator
const run = eventBySlug(wordsOfContent, "saturday-long-run") as (typeof events)[number]
const on = "2026-11-28"
beforeAll(async () => {
  t = await createTestWorld({ now: "2026-11-20T12:00:00Z" })
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T12:00:00Z")
  await t.world.db.sql`truncate event_occurrences, private.confirmation_mails cascade`
  t.mails.length = 0
})

async function day(): Promise<Occurrence> {
  return (await heldOn(t.world.db, run, on)) as Occurrence
}

/** Somebody with a spot or a place in the queue; returns the token in their mails. */
async function join(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`
  await askToJoin(t.world, await day(), { name, email })
  const token = /\/events\/spot\/(\w+)/.exec(t.mails.at(-1)?.text ?? "")?.[1] ?? ""
  await confirmSpot(t.world, token)
  return token
}

const idOf = async (name: string) =>
  (await attendeesOf(t.world.db, await day(), name))[0]?.id ?? "00000000-0000-0000-0000-000000000000"
const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const commandsOnDay = async () =>
  (await linesAbout(t.world.db, { subject: "event", id: `${run.slug}/${on}` })).map(({ command }) => command)

test("A helper checks people in and undoes it; each is one entry, and the confirmation carries the code", async () => {
  const token = await join("Ada")
  expect(t.mails.at(-1)?.html).toContain(`/events/spot/${token}/code.png`)
  const id = await idOf("ada@")
  const done = await checkInFromConsole(t.world, helper, { id, here: true })
  expect(done).toMatchObject({ ok: true, name: "Ada" })
  expect(await checkInFromConsole(t.world, helper, { id, here: true })).toEqual({
    ok: false,
    code: "unchanged",
  })
  expect((await attendeesOf(t.world.db, await day()))[0]?.checkedInAt).toEqual(t.world.now())
  expect(await undo(t.world, helper, entryOf(done))).toMatchObject({ ok: true })
  expect((await attendeesOf(t.world.db, await day()))[0]?.checkedInAt).toBeNull()
  const [back] = await linesAbout(t.world.db, { subject: "spot", id })
  expect(await undo(t.world, helper, back?.id ?? 0)).toMatchObject({ ok: true })
  expect((await attendeesOf(t.world.db, await day()))[0]?.checkedInAt).toEqual(t.world.now())
  const lines = await linesAbout(t.world.db, { subject: "spot", id })
  expect(lines.map(({ command }) => command)).toEqual(["event.check-in", "event.check-out", "event.check-in"])
})

test("An entry about a spot belongs to its owner, by address and account; an unknown spot belongs to nobody", async () => {
  await join("Ada")
  const id = await idOf("ada@")
  await t.world.db.sql`update event_signups set user_id = ${owner.id} where id = ${id}`
  const done = await guestsFromConsole(t.world, helper, { id, guests: 1 })
  expect(await linesAbout(t.world.db, { entry: entryOf(done) })).toMatchObject([
    { before: { guests: 0 }, after: { guests: 1 } },
  ])
  const [values] = await t.world.db.sql`
    select user_id, email from private.journal_values where entry_id = ${entryOf(done)}`
  expect(values).toEqual({ user_id: owner.id, email: "ada@example.com" })
  const unknown = { ok: false, code: "not_found" }
  expect(await guestsFromConsole(t.world, helper, { id: randomUUID(), guests: 1 })).toEqual(unknown)
  expect(await checkInFromConsole(t.world, helper, { id: randomUUID(), here: true })).toEqual(unknown)
})

test("People without a spot are let in, with or without an address, even when it is full", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })
  await join("Ada")
  const walkIn = async (name: string, email: string | null) =>
    walkInFromConsole(t.world, helper, await day(), { name, email })
  expect(await walkIn("Ben", null)).toMatchObject({ ok: true })
  expect(await walkIn("Cleo", null)).toMatchObject({ ok: true })
  expect(await walkIn("Ada", "ADA@example.com")).toEqual({ ok: false, code: "on_list" })
  expect(await spotsOf(t.world.db, await day())).toEqual({ spots: 3, taken: 3 })
  t.clock.set("2026-11-27T16:00:00Z")
  t.mails.length = 0
  expect(await remind(t.world)).toBe(1)
  expect(t.mails.map(({ to }) => to)).toEqual(["ada@example.com"])
})

test("Guests take spots and free them; the waitlist moves up as far as there is room", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 3 })
  const ada = await join("Ada")
  expect(await guestsFromConsole(t.world, helper, { id: await idOf("ada"), guests: 3 })).toMatchObject({
    code: "full",
  })
  await guestsFromConsole(t.world, helper, { id: await idOf("ada"), guests: 2 })
  await join("Ben")
  await join("Cleo")
  const states = async () =>
    (await attendeesOf(t.world.db, await day())).map(({ name, state }) => `${name} ${state}`)
  expect(await states()).toEqual(["Ada going", "Ben waiting", "Cleo waiting"])
  await leave(t.world, ada)
  expect(await states()).toEqual(["Ben going", "Cleo going"])
  expect(await spotsOf(t.world.db, await day())).toEqual({ spots: 3, taken: 2 })
})

test("More room moves the waitlist up; less than the taken spots is refused; a helper changes neither", async () => {
  const before = (await commandsOnDay()).length
  await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })
  await join("Ada")
  await join("Ben")
  expect(await runDay(t.world, helper, await day(), { do: "spots", spots: 2 })).toEqual({
    ok: false,
    code: "not_allowed",
  })
  await runDay(t.world, owner, await day(), { do: "spots", spots: 2 })
  expect(t.mails.at(-1)).toMatchObject({ to: "ben@example.com", kind: "event.moved-up" })
  expect(await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })).toEqual({
    ok: false,
    code: "too_few",
  })
  expect((await commandsOnDay()).length - before).toBe(2)
})

test("A freed spot goes to the first in line, or an operator chooses; each is told, and a mistake is undone", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })
  await join("Ada")
  await join("Ben")
  await join("Cleo")
  t.mails.length = 0
  const told = () => t.mails.splice(0).map(({ kind, to }) => `${kind} ${to}`)
  const states = async () =>
    (await attendeesOf(t.world.db, await day())).map(({ name, state }) => `${name} ${state}`)
  const freed = await freeFromConsole(t.world, helper, {
    id: await idOf("ada@"),
    text: "You wrote that you are ill.",
  })
  expect(freed).toMatchObject({ ok: true, name: "Ada" })
  expect(await states()).toEqual(["Ben going", "Cleo waiting"])
  expect(told().sort()).toEqual(["event.freed ada@example.com", "event.moved-up ben@example.com"])
  // Chosen though the session is full: it grows by one.
  expect(await seatFromConsole(t.world, helper, { id: await idOf("cleo@") })).toMatchObject({ ok: true })
  expect(await spotsOf(t.world.db, await day())).toEqual({ spots: 2, taken: 2 })
  expect(t.mails.at(-1)?.text).toContain("We have a spot for you after all.")
  expect(told()).toEqual(["event.moved-up cleo@example.com"])
  expect(await undo(t.world, helper, entryOf(freed))).toMatchObject({ ok: true })
  expect(await states()).toEqual(["Ada going", "Ben going", "Cleo going"])
  expect(await spotsOf(t.world.db, await day())).toEqual({ spots: 3, taken: 3 })
  const ben = await idOf("ben@")
  expect(await seatFromConsole(t.world, helper, { id: ben })).toEqual({ ok: false, code: "unchanged" })
  await checkInFromConsole(t.world, helper, { id: ben, here: true })
  expect(await freeFromConsole(t.world, helper, { id: ben, text: "x" })).toEqual({ ok: false, code: "here" })
  expect(await freeFromConsole(t.world, helper, { id: randomUUID(), text: "x" })).toEqual({
    ok: false,
    code: "not_found",
  })
})

test("Canceling a day notifies everybody; it is no longer offered, sends no reminders and moves nobody up", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })
  const ada = await join("Ada")
  await join("Ben")
  t.mails.length = 0
  const done = await runDay(t.world, owner, await day(), { do: "call-off", text: "Storm." })
  expect(done).toMatchObject({ told: 2 })
  expect(await linesAbout(t.world.db, { entry: entryOf(done) })).toMatchObject([
    { reason: "Storm.", fields: ["calledOffAt"], before: { calledOffAt: null } },
  ])
  expect(t.mails.map(({ kind }) => kind)).toEqual(["event.called-off", "event.called-off"])
  expect(await offeredOn(t.world, run, on)).toBeUndefined()
  expect(await day()).toMatchObject({ calledOff: true })
  await leave(t.world, ada)
  t.clock.set("2026-11-27T16:00:00Z")
  expect(await remind(t.world)).toBe(0)
  expect(t.mails).toHaveLength(2)
  expect(await runDay(t.world, owner, await day(), { do: "call-off", text: "Again." })).toMatchObject({
    code: "unchanged",
  })
})

test("A day that two operators cancel or move at once is canceled or moved once, with one mail to everybody", async () => {
  for (const given of [
    { do: "move", startsAt: new Date("2026-11-29T16:00:00Z"), text: "Flood." },
    { do: "call-off", text: "Storm." },
  ] as const) {
    if (given.do === "move") await join("Ada")
    t.mails.length = 0
    const seen = await day()
    const asked = await Promise.all([1, 2, 3].map(() => runDay(t.world, owner, seen, given)))
    expect(asked.map((one) => (one.ok ? "done" : one.code)).sort()).toEqual(["changed", "changed", "done"])
    expect(t.mails.map(({ to }) => to)).toEqual(["ada@example.com"])
  }
})

test("A moved day keeps its people, whose mail names both times, and is offered at its new one", async () => {
  await join("Ada")
  t.mails.length = 0
  const startsAt = new Date("2026-11-29T16:00:00Z")
  expect(await runDay(t.world, owner, await day(), { do: "move", startsAt, text: "Flood." })).toMatchObject({
    told: 1,
  })
  expect(t.mails[0]?.text).toContain("It was Sat, Nov 28, 7:00 AM and is now Sun, Nov 29, 8:00 AM")
  expect((await offeredOn(t.world, run, on))?.startsAt).toEqual(startsAt)
  expect(await runDay(t.world, owner, await day(), { do: "move", startsAt, text: "?" })).toMatchObject({
    code: "unchanged",
  })
})

test("A date is added without the code, once, and joined like any other", async () => {
  const monday = occurrenceAt(run, "2026-11-30", new Date("2026-11-30T15:00:00Z"))
  expect(await runDay(t.world, owner, monday, { do: "add", spots: 5 })).toMatchObject({ ok: true })
  expect(await runDay(t.world, owner, monday, { do: "add", spots: 5 })).toMatchObject({ code: "exists" })
  expect(await runDay(t.world, owner, await day(), { do: "add", spots: 5 })).toMatchObject({ code: "exists" })
  const [coming = []] = await upcomingDays(t.world.db, [run], { now: t.world.now(), count: 2 })
  expect(coming.map((one) => one.on)).toEqual(["2026-11-21", "2026-11-28", "2026-11-30"])
  expect(await offeredOn(t.world, run, "2026-11-30")).toBeDefined()
})

test("A message goes to everybody with a spot or in line, and is refused if there is nobody", async () => {
  const before = (await commandsOnDay()).length
  expect(await runDay(t.world, owner, await day(), { do: "message", text: "Hi" })).toMatchObject({
    code: "nobody",
  })
  await join("Ada")
  t.mails.length = 0
  expect(await runDay(t.world, owner, await day(), { do: "message", text: "Bring a light." })).toMatchObject({
    told: 1,
  })
  expect(t.mails[0]?.text).toContain("Bring a light.")
  expect((await commandsOnDay()).length - before).toBe(1)
})

const statesNow = async () =>
  (await attendeesOf(t.world.db, await day())).map(({ name, state, guests }) => `${name} ${state} ${guests}`)

test("Each guest is a line of their own: checked in, taken back, counted, and gone with fewer guests", async () => {
  await join("Ada")
  const id = await idOf("ada@")
  await guestsFromConsole(t.world, helper, { id, guests: 2 })
  const check = (guest: number, here = true) => checkInFromConsole(t.world, helper, { id, here, guest })
  const done = await check(2)
  expect(done).toMatchObject({ ok: true, name: "Guest 2 of Ada" })
  expect(await check(2)).toEqual({ ok: false, code: "unchanged" })
  for (const guest of [0, 3, -1]) expect(await check(guest)).toEqual({ ok: false, code: "no_spot" })
  const here = async () => (await attendeesOf(t.world.db, await day()))[0]
  expect(await here()).toMatchObject({ guestsHere: [2], checkedInAt: null })
  const back = await undo(t.world, helper, entryOf(done))
  expect([back, await here()]).toMatchObject([{ ok: true }, { guestsHere: [] }])
  await check(1)
  await check(2)
  await guestsFromConsole(t.world, helper, { id, guests: 1 })
  expect(await here()).toMatchObject({ guestsHere: [1] })
})

test("The code typed from a mail finds its person on that day, and nobody else's", async () => {
  const token = await join("Ada")
  const code = token.slice(0, 8)
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase()
  expect(t.mails.at(-1)?.text).toContain(shown)
  for (const typed of [shown, code, ` ${shown.toLowerCase()} `])
    expect(await findByCode(t.world, await day(), typed)).toMatchObject({ token })
  const other = (await heldOn(t.world.db, run, "2026-11-21")) as Occurrence
  expect(await findByCode(t.world, other, shown)).toBeUndefined()
  for (const typed of ["", "Ada", "%", token, "00000000", "zzzz-zzzz"])
    expect(await findByCode(t.world, await day(), typed)).toBeUndefined()
})

test("A spot goes to another person with its guests, though others stand in line; both are told, and it is taken back", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 2 })
  await join("Ada")
  const id = await idOf("ada@")
  await guestsFromConsole(t.world, helper, { id, guests: 1 })
  await join("Ben")
  await join("Cleo")
  t.mails.length = 0
  const told = () => t.mails.splice(0).map(({ kind, to }) => `${kind} ${to}`)
  const transfer = (name: string, from = id) =>
    transferFromConsole(t.world, helper, { id: from, name, email: `${name}@Example.com` })
  const done = await transfer("Cleo")
  expect(done).toMatchObject({ ok: true, from: "Ada", to: "Cleo" })
  expect(await statesNow()).toEqual(["Cleo going 1", "Ben waiting 0"])
  expect(told()).toEqual(["event.handed-over ada@example.com", "event.taken-over cleo@example.com"])
  expect(await spotsOf(t.world.db, await day())).toEqual({ spots: 2, taken: 2 })
  expect(await transfer("Dan")).toEqual({ ok: false, code: "no_spot" })
  const cleo = await idOf("cleo@")
  expect(await transfer("Cleo", cleo)).toEqual({ ok: false, code: "on_list" })
  const back = await undo(t.world, helper, entryOf(done))
  expect(back).toMatchObject({ ok: true })
  expect(await statesNow()).toEqual(["Ada going 1", "Ben waiting 0"])
  expect(told()).toEqual(["event.handed-over cleo@example.com", "event.taken-over ada@example.com"])
  expect(await undo(t.world, helper, entryOf(back))).toMatchObject({ ok: false })
  await checkInFromConsole(t.world, helper, { id, here: true })
  expect(await transfer("Dan")).toEqual({ ok: false, code: "here" })
  expect(await transfer("Dan", randomUUID())).toEqual({ ok: false, code: "not_found" })
  t.clock.set("2026-11-28T23:00:00Z")
  await checkInFromConsole(t.world, helper, { id, here: false })
  expect(await transfer("Dan")).toEqual({ ok: false, code: "past" })
})

test("An operator adds a caller to the list, who gets a spot or the end of the line and a mail; Undo removes them", async () => {
  await runDay(t.world, owner, await day(), { do: "spots", spots: 1 })
  const put = async (name: string) =>
    putFromConsole(t.world, helper, await day(), { name, email: `${name}@Example.com` })
  expect(await put("Ada")).toMatchObject({ ok: true, state: "going" })
  const ben = await put("Ben")
  expect(ben).toMatchObject({ ok: true, state: "waiting" })
  expect(t.mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
    "event.spot ada@example.com",
    "event.waiting ben@example.com",
  ])
  expect(await put("Ben")).toEqual({ ok: false, code: "on_list" })
  expect(await undo(t.world, helper, entryOf(ben))).toMatchObject({ ok: true })
  expect(await statesNow()).toEqual(["Ada going 0"])
  await runDay(t.world, owner, await day(), { do: "call-off", text: "Storm." })
  expect(await put("Dan")).toEqual({ ok: false, code: "called_off" })
})

test("An added date is removed again while nobody is on its list, and no other date is", async () => {
  const monday = occurrenceAt(run, "2026-11-30", new Date("2026-11-30T15:00:00Z"))
  const added = await runDay(t.world, owner, monday, { do: "add", spots: 5 })
  expect(await undo(t.world, owner, entryOf(added))).toMatchObject({ ok: true })
  expect(await heldOn(t.world.db, run, "2026-11-30")).toBeUndefined()
  const again = await runDay(t.world, owner, monday, { do: "add", spots: 5 })
  await putFromConsole(t.world, helper, monday, { name: "Ada", email: "ada@example.com" })
  expect(await undo(t.world, owner, entryOf(again))).toEqual({ ok: false, code: "changed" })
  expect(await runDay(t.world, owner, monday, { do: "remove" })).toEqual({ ok: false, code: "taken" })
  await join("Ben")
  expect(await runDay(t.world, owner, await day(), { do: "remove" })).toEqual({
    ok: false,
    code: "not_added",
  })
})

test("A host runs the own events, whole days too, and nothing of another's, in the function and in the database", async () => {
  const host = await addOperatorSession(t.world, "host")
  const hosts = (events: string[]) => setHostedEvents(t.world, owner, { userId: String(host.id), events })
  await join("Ada")
  const id = await idOf("ada@")
  const everything = async () => [
    await checkInFromConsole(t.world, host, { id, here: true }),
    await checkInFromConsole(t.world, host, { id, here: false }),
    await guestsFromConsole(t.world, host, { id, guests: 1 }),
    await putFromConsole(t.world, host, await day(), { name: "Ben", email: `${randomUUID()}@example.com` }),
    await walkInFromConsole(t.world, host, await day(), { name: "Walt", email: null }),
    await runDay(t.world, host, await day(), { do: "message", text: "Bring a light." }),
    await runDay(t.world, host, await day(), { do: "spots", spots: 41 }),
    await noteExport(t.world, host, "event.export", `${run.slug}-${on}`),
  ]
  const not = { ok: false, code: "not_allowed" }
  expect(await everything()).toEqual(Array(8).fill(not))
  const given = await hosts(["tuesday-track", "made-up"])
  expect(await everything()).toEqual(Array(8).fill(not))
  expect(await statesNow()).toEqual(["Ada going 0"])
  const insert = (command: string, subject: string, subjectId: string) => t.world.db.sql`
    insert into private.journal (at, operator_id, session_id, command, needs, needs_proof, subject, subject_id)
    values (${t.world.now()}, ${host.id}, ${host.sessionId}, ${command}, 'helper', false, ${subject}, ${subjectId})`
  await expect(insert("event.check-in", "spot", id)).rejects.toThrow(/does not hold the role/)
  await hosts([run.slug])
  expect(await everything()).toMatchObject(Array(8).fill({ ok: true }))
  await expect(insert("review.count", "event", `${run.slug}/${on}`)).rejects.toThrow(/does not hold the role/)
  for (const [kind, path] of [
    ["event", "tuesday-track/2026-12-01"],
    ["event", `${run.slug}`.slice(0, -1)],
    ["list", `${run.slug}-x-2026-11-28`],
    ["account", String(owner.id)],
  ] as const)
    await expect(insert("event.message", kind, path)).rejects.toThrow(/does not hold the role/)
  expect(await undo(t.world, owner, entryOf(given))).toEqual({ ok: false, code: "changed" })
  await hosts([])
  expect(await everything()).toEqual(Array(8).fill(not))
})
