/** Push, against a service that decrypts: who is reached, with what, and what its answers mean. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createWebPush, makePushKeys } from "#adapters/push/web-push.ts"
import { openCookieSession } from "#domain/cookie-session.ts"
import { chooseNotices } from "#domain/notices/choices.ts"
import { pushEventChanges } from "#domain/notices/event-changes.ts"
import { sendNotices } from "#domain/notices/send.ts"
import type { PushTarget } from "#ports/push.ts"
import { createSeal } from "#primitives/secrets.ts"
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { deliverPush } from "./deliver.ts"
import type { Shown } from "./payload.ts"
import { pushTo } from "./queue.ts"
import { devicesOf, forgetPushes, subscribe, unsubscribe } from "./subscriptions.ts"

let t: TestWorld
let service: PushService
let ana: CommunityMember
let ben: CommunityMember

/** 6 in the evening of November 20 in Los Angeles. */
const evening = "2026-11-21T02:00:00Z"

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  const keys = makePushKeys()
  service = await startPushService(async () => keys.publicKey)
  t.world.push = createWebPush({
    keys: async () => keys,
    targets: createSeal("a secret that only tests know", "push targets"),
    subject: "https://b4m.example",
    standIn: service.origin,
  })
  ana = await addMember(t.world, "Ana Ash", { days: ["2026-11-18", "2026-11-19"] })
  ben = await addMember(t.world, "Ben Birch")
})
afterAll(async () => {
  await service.close()
  await t.close()
})
beforeEach(async () => {
  t.clock.set(evening)
  for (const table of ["private.push_subscriptions", "private.notices", "private.notice_choices", "prizes"])
    await t.world.db.sql`delete from ${t.world.db.sql(table)}`
  t.mails.length = t.jobs.length = service.received.length = service.strays.length = 0
})

/** Signs a member in, on one more device. */
async function signIn({ userId }: CommunityMember) {
  const authSessionId = randomUUID()
  await t.world.db
    .sql`insert into auth.sessions (id, user_id, created_at) values (${authSessionId}, ${userId}, now())`
  const token = { userId, authSessionId, role: null, secondFactor: false, provenAt: null }
  await openCookieSession(t.world, token, { scope: "account", hours: 1 })
  const [row] = await t.world.db.sql<{ id: string }>`
    select id from private.cookie_sessions where auth_session_id = ${authSessionId}`
  return { userId, sessionId: row?.id ?? "", authSessionId }
}
const on = async (member: CommunityMember, target: PushTarget) =>
  subscribe(t.world, await signIn(member), { ...target, device: "Chrome on Android" })
const deliver = () => t.runJobs<{ id: string }>("push", ({ id }) => deliverPush(t.world, id))
const shown: Shown = {
  title: "Your race",
  body: "It ends within a day.",
  path: "/account",
  topic: "season",
  urgency: "normal",
  ttlSeconds: 3600,
}
const push = (member: CommunityMember) => pushTo(t.world, t.world.db, member.id, shown)
const count = async (member: CommunityMember) => (await devicesOf(t.world.db, member.userId)).length
const prize = (member: CommunityMember) => t.world.db.sql`
  insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
  select id, 1, 'A belt', ${member.id}, 'awarded', 0, now(), ${evening}::timestamptz + interval '2 days'
  from seasons where slug = 'fortnightly-2026-11-09'`

test("a message arrives encrypted and signed, with how long it lives, how urgent it is and what it replaces", async () => {
  expect(await on(ana, service.device("one"))).toEqual({ ok: true })
  expect(await push(ana)).toBe(1)
  expect(await deliver()).toBe(1)
  const [message] = service.received
  expect(message?.payload).toEqual({
    web_push: 8030,
    notification: {
      ...{ title: "Your race", body: "It ends within a day.", navigate: "http://b4m.test/account" },
      ...{ lang: "en", dir: "ltr", silent: false, tag: "season" },
    },
  })
  expect(message?.headers).toMatchObject({
    ttl: "3600",
    urgency: "normal",
    topic: "season",
    "content-encoding": "aes128gcm",
    "content-type": "application/notification+json",
  })
  expect(message?.claims).toMatchObject({ aud: service.origin, sub: "https://b4m.example" })
  const lives = Number(message?.claims.exp) - Date.now() / 1000
  expect([lives > 60, lives <= 24 * 3600]).toEqual([true, true])
  expect(await t.world.db.sql`select from private.pushes`).toEqual([])
  // The database alone tells nobody where a device is reached.
  const [row] = await t.world.db.sql<{
    text: string
  }>`select to_jsonb(s)::text as text from private.push_subscriptions s`
  expect(row?.text).not.toContain(service.origin)
})

test("only addresses of push services are taken, and only the shape of a browser's keys", async () => {
  const good = service.device("good")
  for (const forged of [
    { endpoint: "https://169.254.169.254/latest/meta-data" },
    { endpoint: `${service.origin.replace("127.0.0.1", "localhost")}/push/good` },
    { endpoint: "http://127.0.0.1:22/" },
    { endpoint: "https://fcm.googleapis.com:8443/x" },
    { p256dh: "short" },
    { p256dh: `${good.p256dh}=` },
    { auth: "" },
  ])
    expect(await on(ana, { ...good, ...forged }), JSON.stringify(forged)).toEqual({
      ok: false,
      code: "invalid",
    })
  expect(await count(ana)).toBe(0)
  expect(service.strays).toEqual([])
})

test("a redirect is not followed", async () => {
  await on(ana, service.device("moved", { status: 307, headers: { location: `${service.origin}/internal` } }))
  await push(ana)
  await deliver()
  expect(service.received).toHaveLength(1)
  expect(service.strays).toEqual([])
})

test("a shared phone moves to whoever asks on it last; each member has ten devices at most", async () => {
  const phone = service.device("phone")
  await on(ana, phone)
  await on(ben, phone)
  expect([await count(ana), await count(ben)]).toEqual([0, 1])
  await unsubscribe(t.world, ana.userId, phone.endpoint)
  expect(await count(ben)).toBe(1)
  await unsubscribe(t.world, ben.userId, phone.endpoint)
  expect(await count(ben)).toBe(0)
  for (let n = 0; n < 12; n++) {
    t.clock.advance(1000)
    await on(ana, service.device(`many-${n}`))
  }
  expect(await count(ana)).toBe(10)
})

test("signing out ends it, and a message on its way is dropped", async () => {
  const session = await signIn(ana)
  await subscribe(t.world, session, { ...service.device("left"), device: "Firefox" })
  await push(ana)
  await t.world.db.sql`delete from auth.sessions where id = ${session.authSessionId}`
  expect(await count(ana)).toBe(0)
  await deliver()
  expect(service.received).toEqual([])
  expect(await push(ana)).toBe(0)
  await forgetPushes(t.world.db, t.world.now())
  expect(await t.world.db.sql`select from private.push_subscriptions`).toEqual([])
})

test.each([404, 410])("after %i the device is forgotten", async (status) => {
  await on(ana, service.device("gone", { status }))
  await push(ana)
  await deliver()
  expect(await count(ana)).toBe(0)
})

test("after 429 it waits as long as it is asked to, and an outage of days ends the subscription", async () => {
  await on(ana, service.device("busy", { status: 429, headers: { "retry-after": "600" } }))
  await push(ana)
  await deliver()
  expect(t.jobs).toMatchObject([{ queue: "push", startAfter: new Date(Date.parse(evening) + 600_000) }])
  service.answer("busy", { status: 201 })
  t.clock.advance(600_000)
  expect(await deliver()).toBe(1)
  expect(service.received).toHaveLength(2)
  expect(service.received[1]?.headers.ttl).toBe("3000")
  service.answer("busy", { status: 503 })
  for (let day = 0; day < 6; day++) {
    await push(ana)
    await deliver()
    expect(await count(ana), `day ${day}`).toBe(day < 5 ? 1 : 0)
    t.jobs.length = 0
    t.clock.advance(86_400_000)
  }
})

test("a refusal that is our fault keeps the device and goes to the list of failed jobs", async () => {
  await on(ana, service.device("refuses", { status: 403 }))
  await push(ana)
  const [job] = t.jobs.splice(0) as unknown as [{ data: { id: string } }]
  expect(await deliverPush(t.world, job.data.id)).toEqual({
    dead: "the push service answered 403",
  })
  expect(await count(ana)).toBe(1)
})

test("a message whose time is over is dropped, never repeated", async () => {
  await on(ana, service.device("late"))
  await push(ana)
  t.clock.advance(3_600_000)
  await deliver()
  expect(service.received).toEqual([])
  expect(await t.world.db.sql`select from private.pushes`).toEqual([])
})

test("the day's notice goes to the lock screen of who chose it, once, with no email; without a device it is an email", async () => {
  await prize(ana)
  await chooseNotices(t.world, ana.userId, { choices: { prize: "push" } })
  await on(ana, service.device("lock"))
  const sent = await Promise.all([sendNotices(t.world), sendNotices(t.world)])
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1)
  await deliver()
  expect(
    service.received.map(({ payload: { notification } }) => [notification.title, notification.navigate]),
  ).toEqual([["A prize is waiting for you", "http://b4m.test/account/prizes"]])
  expect(t.mails).toEqual([])
  await t.world.db.sql`delete from private.notices`
  await t.world.db.sql`delete from private.push_subscriptions`
  expect(await sendNotices(t.world)).toBe(1)
  expect(t.mails.map(({ to }) => to)).toEqual([ana.email])
})

test("a changed session is pushed at once, at night only when it begins within twelve hours, and once", async () => {
  const { sql } = t.world.db
  await chooseNotices(t.world, ana.userId, { choices: { event: "push" } })
  await on(ana, service.device("session"))
  const canceled = async (startsAt: string) => {
    await sql`delete from happenings where kind = 'event'`
    await sql`delete from event_signups`
    await sql`delete from event_occurrences`
    await sql`
      insert into event_occurrences (event, held_on, starts_at, spots, taken)
      values ('sunrise-run', '2026-11-22', ${startsAt}, 20, 1)`
    await sql`
      insert into event_signups (event, held_on, user_id, name, email, state, asked_at, placed_at, manage_hash)
      values ('sunrise-run', '2026-11-22', ${ana.userId}, 'Ana', ${ana.email}, 'going', now(), now(), ${Buffer.from(startsAt)})`
    await sql`update event_occurrences set called_off_at = ${t.world.now()}`
  }
  await canceled("2026-11-22T14:00:00Z")
  expect([await pushEventChanges(t.world), await pushEventChanges(t.world)]).toEqual([1, 0])
  await deliver()
  expect(service.received[0]).toMatchObject({
    payload: { notification: { title: "A session is canceled" } },
    headers: { urgency: "high" },
  })
  // 11 in the evening: 39 hours before it, and then 9.
  t.clock.set("2026-11-21T07:00:00Z")
  await canceled("2026-11-22T22:00:00Z")
  expect(await pushEventChanges(t.world)).toBe(0)
  await canceled("2026-11-21T16:00:00Z")
  expect(await pushEventChanges(t.world)).toBe(1)
  await chooseNotices(t.world, ana.userId, { choices: { event: "mail" } })
  await canceled("2026-11-21T16:30:00Z")
  expect(await pushEventChanges(t.world)).toBe(0)
})

test("erasing the account leaves nothing of its devices", async () => {
  const cleo = await addMember(t.world, "Cleo Cedar")
  await on(cleo, service.device("cleo"))
  await push(cleo)
  await t.world.db.sql`delete from athletes where id = ${cleo.id}`
  expect(await t.world.db.sql`select from private.push_subscriptions`).toEqual([])
  expect(await t.world.db.sql`select from private.pushes`).toEqual([])
})
