import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { Machine } from "#ports/machine.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addSignup } from "#test/support/event-days.ts"
import type { TestWorld } from "#test/support/world.ts"
import { checkSending } from "./sending-check.ts"
import { readToday } from "./today.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
let athlete: number
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  athlete = await addAthlete(t.world, { name: "Ana" })
  await t.world.db
    .sql`update seasons set grace_ends_at = closes_at + interval '2 days' where closes_at > ${start}`
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db.sql`
    truncate activities, submissions, prizes, orders, private.mails, newsletter_issues, private.service_alarms,
      private.connections, event_occurrences, athlete_photos cascade`
})

/** An instant the given number of hours and milliseconds from now. */
const inHours = (hours: number, ms = 0) => new Date(new Date(start).getTime() + hours * 3_600_000 + ms)

const well = async () => ({ troubles: [], archiveLagSeconds: null, drill: null })

async function matter(name: string, world = t.world) {
  const found = (await readToday(world, "owner")).matters.find((one) => one.name === name)
  return found ? [found.count, found.says, found.oldest] : null
}

const activity = (status: string, receivedAt: Date, source = "file") => t.world.db.sql<{ id: string }>`
  insert into activities (athlete_id, source, external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s,
    moving_s, distance_m, received_at, status, reason)
  values (${athlete}, ${source}, gen_random_uuid(), 'run', 'running', ${receivedAt}, 0, '2026-11-01', 60, 60, 100,
    ${receivedAt}, ${status}, 'counts') returning id`
const submission = (at: Date, more: { status?: string; by?: string; due?: Date } = {}) => t.world.db.sql`
  insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at,
    status_by, due_at, mails_due)
  values ('partner', 1, gen_random_uuid(), 'a@example.com', 'A', '{}', 'x', ${at}, ${more.status ?? "new"}, ${at},
    ${more.by ?? null}, ${more.due ?? null}, false)`
const prize = (status: string, at: Date, more: { cents?: number; paid?: Date } = {}) => t.world.db.sql`
  insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, claimed_at,
    shipping_paid_at, withdrawn_because)
  select id, (select count(*) + 1 from prizes), 'Socks', null, ${status}, ${more.cents ?? 0}, ${at}, ${at}, ${at}, ${more.paid ?? null},
    ${status === "withdrawn" ? "declined" : null} from seasons limit 1`
const order = (dispute: string | null, at: Date, fulfillment = "open") => t.world.db.sql`
  insert into orders (key, kind, product, name, mode, amount_cents, test, created_at, dispute_state, disputed_at, paid_at,
    fulfillment)
  values (gen_random_uuid(), 'service', 'x', 'X', 'payment', 100, true, ${at}, ${dispute}, ${at},
    ${dispute ? null : at}, ${fulfillment})`
const mail = (state: string, at: Date) => t.world.db.sql`
  insert into private.mails (kind, state, message, ended_at) values ('x', ${state}, '{}', ${at})`

const photo = (state: string, at: Date) => t.world.db.sql`
  insert into athlete_photos (athlete_id, version, state, placed_at)
  values (${athlete}, gen_random_uuid(), ${state}, ${at})
  on conflict (athlete_id) do update set state = excluded.state, placed_at = excluded.placed_at`

test("Wrong DNS records of the sender are shown with the time they were first seen, until they are right", async () => {
  const record = (problem: string | null) => ({
    ...{ type: "TXT", name: "x", purpose: "x", wanted: "x", found: [] },
    problem,
  })
  const look = (...problems: (string | null)[]) =>
    checkSending({
      ...t.world,
      machine: { sendingRecords: async () => problems.map(record) } as unknown as Machine,
    })
  const machine = { sendsMail: true, ownsDatabase: false, health: well, diskFreeBytes: async () => 9e9 }
  const sends = { ...t.world, machine: machine as unknown as Machine }
  expect(await matter("sending", sends)).toBeNull()
  await look("is missing", null, "has no policy", "could not be asked for (ETIMEOUT)")
  const first = t.world.now()
  t.clock.set(inHours(3))
  await look("is missing", null)
  expect(await matter("sending", sends)).toEqual([1, "DNS record is wrong, so emails may not arrive", first])
  // Mail that is kept as files needs no records.
  expect(await matter("sending")).toBeNull()
  await look(null, "could not be asked for (ETIMEOUT)")
  expect(await matter("sending", sends)).toBeNull()
})

test("An email that came back is a matter for a week if somebody waited for it", async () => {
  const came = (kind: string, state: string, at: Date) => t.world.db.sql`
    insert into private.mails (kind, state, ended_at) values (${kind}, ${state}, ${at})`
  await came("auth.recovery", "bounced", inHours(-1))
  await came("newsletter.issue", "complained", inHours(-1))
  await came("order.receipt", "sent", inHours(-1))
  await came("order.receipt", "bounced", inHours(-7 * 24))
  expect(await matter("returned")).toBeNull()
  await came("lead.answer", "bounced", inHours(-7 * 24, 1))
  expect(await matter("returned")).toEqual([
    1,
    "email that somebody waited for came back or was marked as spam this week",
    inHours(-7 * 24, 1),
  ])
})

test("An idle site has no matters", async () => {
  expect((await readToday(t.world, "owner")).matters).toEqual([])
})

test("Activities, objections, messages, prizes, payments and mails wait for a person, by their state", async () => {
  const cases: [name: string, add: () => PromiseLike<unknown>, expected: unknown][] = [
    ["reviews", () => activity("counted", inHours(-2)), null],
    ["deliver", () => order(null, inHours(-5), "in-progress"), null],
    ["deliver", () => order(null, inHours(-5)), [1, "paid order is to be delivered", inHours(-5)]],
    ["begun", () => order(null, inHours(-14 * 24, 1), "in-progress"), null],
    [
      "begun",
      () => order(null, inHours(-14 * 24), "in-progress"),
      [1, "order has been in progress for two weeks", inHours(-14 * 24)],
    ],
    ["photos", () => photo("shown", inHours(-4)), null],
    ["photos", () => photo("waiting", inHours(-3)), [1, "photo is waiting for a look", inHours(-3)]],
    [
      "reviews",
      () => activity("review", inHours(-1)),
      [1, "activity is waiting for a decision", inHours(-1)],
    ],
    [
      "reviews",
      () => activity("review", inHours(-3)),
      [2, "activities are waiting for a decision", inHours(-3)],
    ],
    ["inbox", () => submission(inHours(-1), { status: "accepted" }), null],
    ["inbox", () => submission(inHours(-1)), [1, "new message in the inbox", inHours(-1)]],
    ["inbox", () => submission(inHours(-2)), [2, "new messages in the inbox", inHours(-2)]],
    ["quarantine", () => submission(inHours(-1), { status: "spam", by: "ada" }), null],
    [
      "quarantine",
      () => submission(inHours(-1), { status: "spam" }),
      [1, "message looks like spam", inHours(-1)],
    ],
    [
      "quarantine",
      () => submission(inHours(-2), { status: "spam" }),
      [2, "messages look like spam", inHours(-2)],
    ],
    ["promises", () => submission(inHours(-1), { status: "declined", due: inHours(1) }), null],
    ["promises", () => submission(inHours(-1), { due: inHours(24, 1) }), null],
    [
      "promises",
      () => submission(inHours(-1), { due: inHours(24) }),
      [1, "inquiry is due for its promised reply", inHours(24)],
    ],
    [
      "promises",
      () => submission(inHours(-1), { status: "in-review", due: inHours(-5) }),
      [2, "inquiries are due for their promised reply", inHours(-5)],
    ],
    ["ship", () => prize("claimed", inHours(-1), { cents: 900 }), null],
    ["ship", () => prize("shipped", inHours(-1)), null],
    ["ship", () => prize("claimed", inHours(-1)), [1, "prize to ship", inHours(-1)]],
    [
      "ship",
      () => prize("claimed", inHours(-1), { cents: 900, paid: inHours(-4) }),
      [2, "prizes to ship", inHours(-4)],
    ],
    ["claims", () => prize("withdrawn", inHours(1)), null],
    ["claims", () => prize("awarded", inHours(72, 1)), null],
    ["claims", () => prize("awarded", inHours(72)), [1, "prize whose claim runs out soon", inHours(72)]],
    ["claims", () => prize("awarded", inHours(1)), [2, "prizes whose claim runs out soon", inHours(1)]],
    ["disputes", () => order("won", inHours(-1)), null],
    ["disputes", () => order("open", inHours(-1)), [1, "payment is disputed", inHours(-1)]],
    ["disputes", () => order("open", inHours(-2)), [2, "payments are disputed", inHours(-2)]],
    ["mails", () => mail("queued", inHours(-1)), null],
    ["mails", () => mail("dead", inHours(-1)), [1, "email could not be sent", inHours(-1)]],
    ["mails", () => mail("dead", inHours(-2)), [2, "emails could not be sent", inHours(-2)]],
  ]
  for (const [name, add, expected] of cases) {
    await add()
    expect(await matter(name), JSON.stringify([name, expected])).toEqual(expected)
  }
  await activity("excluded", inHours(-1))
  const object = (due: Date, replied: Date | null = null) => t.world.db.sql`
    insert into activity_objections (activity_id, reason, review_id, text, at, due_at, reply, replied_at, upheld)
    select id, 'manual', null, 'Why?', ${inHours(-48)}, ${due}, ${replied && "No."}, ${replied}, ${replied && false}
    from activities where id not in (select activity_id from activity_objections) order by id limit 1`
  await object(inHours(-1), inHours(-2))
  expect([await matter("objections"), await matter("objections-due")]).toEqual([null, null])
  await object(inHours(24, 1))
  expect(await matter("objections")).toEqual([1, "objection is waiting for a reply", inHours(24, 1)])
  await object(inHours(24))
  expect(await matter("objections-due")).toEqual([1, "objection is due for a reply", inHours(24)])
  await object(inHours(-3))
  expect(await matter("objections-due")).toEqual([2, "objections are due for a reply", inHours(-3)])
  expect(await matter("objections")).toEqual([1, "objection is waiting for a reply", inHours(24, 1)])
})

test("A helper sees only a helper's matters, people first", async () => {
  await Promise.all([activity("review", inHours(-1)), submission(inHours(-1)), prize("claimed", inHours(-1))])
  await mail("dead", inHours(-1))
  const names = async (role: "owner" | "helper") =>
    (await readToday(t.world, role)).matters.map(({ name }) => name)
  expect(await names("owner")).toEqual(["reviews", "inbox", "ship", "mails"])
  expect(await names("helper")).toEqual(["reviews", "inbox"])
})

test("A leader's counted activity that shows a sign needs another look", async () => {
  const leader = await addAthlete(t.world, { name: "Jay" })
  const on = (day: number, run: Parameters<typeof sentRun>[0]) =>
    onActivity(t.world, leader, sentRun({ startedAt: new Date(Date.UTC(2026, 10, day, 15)), ...run }))
  for (const day of [8, 9, 10, 11, 12]) await on(day, { distanceM: 3000, movingS: 1200, elapsedS: 1200 })
  expect(await matter("leaders")).toBeNull()
  await on(18, { distanceM: 21_000, movingS: 7200, elapsedS: 7200 })
  expect(await matter("leaders")).toEqual([1, "leader’s counted activity looks suspicious", inHours(0)])
})

test("A season that is over but not settled is in its grace period", async () => {
  const [first] = await t.world.db.sql<{ at: Date; grace: Date }>`
    select closes_at as at, grace_ends_at as grace from seasons order by closes_at limit 1`
  t.clock.set(new Date((first?.at.getTime() ?? 0) - 1))
  expect(await matter("grace")).toBeNull()
  t.clock.set(first?.at ?? start)
  expect(await matter("grace")).toEqual([
    expect.any(Number),
    expect.stringContaining("grace period"),
    first?.grace,
  ])
})

test("Deliveries in doubt are shown for two weeks after their newsletter", async () => {
  const { db } = t.world
  const [reader] = await db.sql<{ id: string }>`
    insert into subscribers (email, created_at, manage_hash) values ('r@example.com', now(), '1') returning id`
  const deliver = async (at: Date, state: string) => {
    const [issue] = await db.sql<{ id: string }>`
      insert into newsletter_issues (list, subject, markdown, html, state, created_at, updated_at, scheduled_at)
      values ('newsletter', 'x', 'x', 'x', 'sent', now(), now(), ${at}) returning id`
    await db.sql`insert into newsletter_deliveries (issue_id, subscriber_id, state)
      values (${issue?.id ?? ""}, ${reader?.id ?? ""}, ${state})`
  }
  await deliver(inHours(-14 * 24), "failed")
  await deliver(inHours(-1), "sent")
  expect(await matter("newsletters")).toBeNull()
  await deliver(inHours(-14 * 24, 1), "failed")
  expect(await matter("newsletters")).toEqual([1, "newsletter delivery is in doubt", inHours(-14 * 24, 1)])
  await deliver(inHours(-1), "unknown")
  expect(await matter("newsletters")).toEqual([2, "newsletter deliveries are in doubt", inHours(-14 * 24, 1)])
})

test("Lists that omit too much wait for an operator, until the removal is approved", async () => {
  const { db } = t.world
  const hold = async (at: Date) => {
    const id = await addAthlete(t.world)
    await db.sql`
      insert into private.connections
        (source, athlete_id, account_id, access_token, scopes, connected_at, held_since, held_missing, held_known)
      values ('polar', ${id}, gen_random_uuid(), 'x', '', ${at}, ${at}, 8, 8)`
  }
  await hold(inHours(-5))
  expect(await matter("lists")).toEqual([
    1,
    "athlete’s activities are missing from a service’s list",
    inHours(-5),
  ])
  await hold(inHours(-6))
  expect(await matter("lists")).toEqual([
    2,
    "athletes’ activities are missing from a service’s list",
    inHours(-6),
  ])
  await db.sql`update private.connections set released_at = ${t.world.now()}`
  expect(await matter("lists")).toBeNull()
})

test("Services that refuse the site, and sources with three athletes that bring nothing for three days, are listed", async () => {
  const { db } = t.world
  await db.sql`insert into private.service_alarms (source, because, since, last_at, refusals)
    values ('strava', 'inactive', ${inHours(-5)}, ${inHours(-1)}, 3)`
  expect(await matter("alarms")).toEqual([1, "service refuses this site", inHours(-5)])
  const connect = async (at: Date) => {
    const id = await addAthlete(t.world)
    await db.sql`insert into private.connections (source, athlete_id, account_id, access_token, scopes, connected_at)
      values ('polar', ${id}, gen_random_uuid(), 'x', '', ${at})`
  }
  for (const hours of [-72, -72]) await connect(inHours(hours))
  expect(await matter("quiet")).toBeNull()
  await connect(inHours(-1))
  expect(await matter("quiet")).toEqual([1, "source has gone quiet", null])
  await activity("counted", inHours(-72), "polar")
  expect(await matter("quiet")).toEqual([1, "source has gone quiet", inHours(-72)])
  await activity("counted", inHours(-72, 1), "polar")
  expect(await matter("quiet")).toBeNull()
  await db.sql`delete from activities`
  await db.sql`update private.connections set connected_at = ${inHours(-72, 1)}`
  expect(await matter("quiet")).toBeNull()
})

test("Failed jobs are counted if there is a queue", async () => {
  const { db } = t.world
  await db.sql`create schema pgboss`
  await db.sql`create table pgboss.job (name text, state text, created_on timestamptz)`
  expect(await matter("jobs")).toBeNull()
  await db.sql`insert into pgboss.job values ('dead', 'created', ${inHours(-1)}), ('dead', 'completed', ${inHours(-2)})`
  expect(await matter("jobs")).toEqual([1, "job has given up", inHours(-1)])
  await db.sql`drop schema pgboss cascade`
})

test.each<[string, Partial<Machine>, backedUp: Date | null, expected: unknown]>([
  ["backup", { ownsDatabase: false }, null, null],
  ["backup", { ownsDatabase: true }, null, [1, "backup is overdue", null]],
  ["backup", { ownsDatabase: true }, inHours(-36), [1, "backup is overdue", inHours(-36)]],
  ["backup", { ownsDatabase: true }, inHours(-36, 1), null],
  ["disk", { diskFreeBytes: async () => undefined }, null, null],
  ["disk", { diskFreeBytes: async () => 2e9 }, null, null],
  ["disk", { diskFreeBytes: async () => 2e9 - 1 }, null, [1, "disk is nearly full", null]],
])("%s of a machine %#", async (name, machine, backedUp, expected) => {
  const { db } = t.world
  await db.sql`delete from private.settings where name = 'backed_up_at'`
  await db.sql`update private.settings set value = ${inHours(-37).toISOString()} where name = 'installed_at'`
  if (backedUp)
    await db.sql`insert into private.settings (name, value) values ('backed_up_at', ${backedUp.toISOString()})`
  const whole = {
    ownsDatabase: false,
    diskFreeBytes: async () => undefined,
    health: well,
    ...machine,
  } as Machine
  expect(await matter(name, { ...t.world, machine: whole })).toEqual(expected)
})

test("A first backup is due a day and a half after the site was installed", async () => {
  const { db } = t.world
  const machine = {
    ownsDatabase: true,
    diskFreeBytes: async () => undefined,
    health: well,
  } as Partial<Machine> as Machine
  const since = async (at: Date) => {
    await db.sql`update private.settings set value = ${at.toISOString()} where name = 'installed_at'`
    return matter("backup", { ...t.world, machine })
  }
  await db.sql`delete from private.settings where name = 'backed_up_at'`
  expect(await since(inHours(-36, 1))).toBeNull()
  expect(await since(inHours(-36))).toEqual([1, "backup is overdue", null])
})

test("Upcoming events are sorted, and only those with a time are listed", async () => {
  const { db } = t.world
  const whats = async () =>
    (await readToday(t.world, "helper")).next.map(({ what }) => what.split(" ").slice(0, 3).join(" "))
  expect(await whats()).toEqual(["A season closes"])
  await prize("awarded", inHours(0))
  await addSignup(
    t,
    { event: "x", on: "2026-11-19", startsAt: "2026-11-19T15:00:00Z" },
    { name: "Old", state: "going" },
  )
  expect(await whats()).toEqual(["A season closes"])
  await prize("awarded", inHours(2))
  await addSignup(
    t,
    { event: "x", on: "2026-11-21", startsAt: "2026-11-21T15:00:00Z" },
    { name: "Ada", state: "going" },
  )
  // A canceled one is none, and those who go to a later one do not go to this one.
  await addSignup(
    t,
    { event: "x", on: "2026-11-20", startsAt: "2026-11-20T23:00:00Z" },
    { name: "Cleo", state: "going" },
  )
  await db.sql`update event_occurrences set called_off_at = now() where held_on = '2026-11-20'`
  await addSignup(
    t,
    { event: "x", on: "2026-11-24", startsAt: "2026-11-24T15:00:00Z" },
    { name: "Ben", state: "going" },
  )
  await db.sql`insert into newsletter_issues (list, subject, markdown, html, state, created_at, updated_at, scheduled_at)
    values ('newsletter', 'x', 'x', 'x', 'scheduled', now(), now(), ${inHours(1)})`
  const { next } = await readToday(t.world, "helper")
  expect(next.slice(0, 3)).toEqual([
    { what: "A newsletter is sent", at: inHours(1) },
    { what: "A prize passes on unless it is claimed", at: inHours(2) },
    { what: "The next event; 1 person is going", at: new Date("2026-11-21T15:00:00Z") },
  ])
})
