/** Private races on a real database: who may enter and see them, what they count, and how they end. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { erase, exportData } from "#domain/members/privacy.ts"
import { personalData } from "#server/world/privacy.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { createPrivateRace } from "./create.ts"
import { enterPrivateRace, invitationOf } from "./invitation.ts"
import { leavePrivateRace } from "./leave.ts"
import { ownPrivateRaces } from "./own.ts"
import { privateRace } from "./read.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
})
afterAll(() => t.close())

interface Person {
  id: number
  user: string
}
let ana: Person
let ben: Person
beforeEach(async () => {
  t.clock.set("2026-11-16T22:00:00Z")
  await t.world.db.sql`delete from auth.users`
  await t.world.db.sql`delete from races where entrants = 'invited'`
  ana = await person("Ana")
  ben = await person("Ben")
})

let made = 0
async function person(name: string, options: Parameters<typeof addAthlete>[1] = {}): Promise<Person> {
  const id = await addAthlete(t.world, { name, email: `p${++made}@b4m.test`, ...options })
  const userId = await accountOf(t.world, id)
  return { id, user: userId }
}

/** Runs at noon in Los Angeles. */
const train = (who: Person, on: string, minutes = 40) =>
  onActivity(
    t.world,
    who.id,
    sentRun({
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      distanceM: minutes * 150,
      startedAt: new Date(`${on}T20:00:00Z`),
      externalId: `${who.id} ${on}`,
    }),
  )
/** A race of seven days from the 16th on, as Ana sees it. */
async function raceOf(creator: Person, { from = "2026-11-16", days = 7 } = {}) {
  const created = await createPrivateRace(t.world, { userId: creator.user, from, days })
  if (!created.ok) throw new Error(created.code)
  const { race } = await seenBy(creator, created.name)
  return { name: created.name, secret: race?.secret ?? "" }
}
async function seenBy({ user }: Person, name: string) {
  const found = await privateRace(t.world, { userId: user, name })
  return found.ok ? { race: found.race, code: null } : { race: null, code: found.code }
}
const enter = ({ user }: Person, secret: string) => enterPrivateRace(t.world, { userId: user, secret })
const tableOf = async (who: Person, name: string) =>
  (await seenBy(who, name)).race?.rows.map(({ rank, name, value, days }) => [rank, name, value, days])
const pointsOf = async ({ id }: Person, from: string, to: string) => {
  const [row] = await t.world.db.sql<{ points: number }>`
    select sum(points)::integer as points from athlete_days
    where athlete_id = ${id} and local_on between ${from}::date and ${to}::date`
  return row?.points
}

test("whoever has the link enters, and days count the points of the main board within whole local days", async () => {
  const aki = await person("Aki", { timeZone: "Asia/Tokyo" })
  await train(ana, "2026-11-15")
  const { name, secret } = await raceOf(ana)
  expect(await invitationOf(t.world, { secret, userId: null })).toMatchObject({
    ok: true,
    invitation: { from: "2026-11-16", to: "2026-11-22", entrants: 1, inviter: { name: "Ana" }, own: null },
  })
  for (const who of [ben, aki]) expect(await enter(who, secret)).toEqual({ ok: true, name })
  expect(await enter(ben, secret)).toEqual({ ok: true, name })
  for (const on of ["2026-11-16", "2026-11-22", "2026-11-23"]) {
    t.clock.set(`${on}T23:30:00Z`)
    await train(ana, on)
  }
  await train(ben, "2026-11-17", 90)
  const ends = { from: "2026-11-16", to: "2026-11-22" } as const
  const points = await pointsOf(ana, ends.from, ends.to)
  const { race } = await seenBy(aki, name)
  expect(race).toMatchObject({
    rows: [
      { rank: 1, name: "Ana", value: points, days: 2, byDay: [{ on: "2026-11-22" }, { on: "2026-11-16" }] },
      { rank: 2, name: "Ben", value: await pointsOf(ben, ends.from, ends.to), days: 1, mine: false },
    ],
    others: [{ name: "Aki", mine: true }],
  })
  expect(race?.rows[0]?.byDay.reduce((sum, day) => sum + day.points, 0)).toBe(points)
})

test("nobody else sees a race: not by its address, not through the Data API, and a wrong link is like none", async () => {
  const { name, secret } = await raceOf(ana)
  await enter(ben, secret)
  const eve = await person("Eve")
  expect(await seenBy(eve, name)).toEqual(await seenBy(eve, "0123456789abcdef"))
  expect(await seenBy(eve, name)).toEqual({ race: null, code: "unknown_race" })
  expect(await leavePrivateRace(t.world, { userId: eve.user, name })).toEqual({
    ok: false,
    code: "unknown_race",
  })
  const wrong = secret.replace(/^./, (first) => (first === "0" ? "1" : "0"))
  expect(await invitationOf(t.world, { secret: wrong, userId: eve.user })).toEqual({
    ok: false,
    code: "unknown_race",
  })
  const asked = async (user: string | null) =>
    t.world.db.transaction(async ({ sql }) => {
      await sql`select set_config('request.jwt.claims', ${user ? JSON.stringify({ sub: user }) : ""}, true)`
      await sql`select set_config('role', ${user ? "authenticated" : "anon"}, true)`
      const races = await sql<{ name: string }>`select name from races where season_id is null`
      const entrants = user ? await sql`select athlete_id::float8 as id from race_entrants` : []
      return { races: races.map((race) => race.name), entrants }
    })
  expect(await asked(null)).toEqual({ races: [], entrants: [] })
  expect(await asked(eve.user)).toEqual({ races: [], entrants: [] })
  expect(await asked(ben.user)).toEqual({ races: [name], entrants: [{ id: ben.id }] })
})

test("the secret of a link is stored nowhere", async () => {
  const { secret } = await raceOf(ana)
  const stored = await t.world.db.sql<{ text: string }>`select to_jsonb(r)::text as text from races r`
  expect(secret).toMatch(/^[0-9a-f]{40}$/)
  expect(stored.filter(({ text }) => text.includes(secret))).toEqual([])
})

test("limits: the first day, entrants of a race, races of a member, the last place for one of two", async () => {
  const create = (from: string) => createPrivateRace(t.world, { userId: ana.user, from, days: 7 })
  for (const from of ["2026-11-15", "2026-12-01"])
    expect(await create(from)).toEqual({ ok: false, code: "wrong_day" })
  const { secret } = await raceOf(ana, { from: "2026-11-30", days: 14 })
  for (let n = 2; n < privateRaceRule.entrants.most; n++) await enter(await person(`P${n}`), secret)
  const eve = await person("Eve")
  const both = await Promise.all([enter(ben, secret), enter(eve, secret)])
  expect(both.map((one) => (one.ok ? "in" : one.code)).sort()).toEqual(["full", "in"])
  expect(await invitationOf(t.world, { secret, userId: null })).toMatchObject({
    invitation: { isFull: true, entrants: privateRaceRule.entrants.most },
  })
  for (let n = 1; n < privateRaceRule.mostAtOnce; n++) await raceOf(ana)
  expect(await create("2026-11-17")).toEqual({ ok: false, code: "too_many" })
  const other = await raceOf(await person("Dan"))
  expect(await enter(ana, other.secret)).toEqual({ ok: false, code: "too_many" })
  // Those that are over are not counted.
  t.clock.set("2026-11-24T12:00:01Z")
  expect(await create("2026-11-24")).toMatchObject({ ok: true })
  const [, stranger] = await t.world.db.sql<{ id: string }>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'x@b4m.test'), (gen_random_uuid(), 'y@b4m.test') returning id`
  expect(await enterPrivateRace(t.world, { userId: stranger?.id ?? "", secret })).toEqual({
    ok: false,
    code: "not_joined",
  })
})

test("leaving before it begins leaves the others; in a running race the last two end it; nobody left deletes it", async () => {
  const ahead = await raceOf(ana, { from: "2026-11-20" })
  await enter(ben, ahead.secret)
  await leavePrivateRace(t.world, { userId: ana.user, name: ahead.name })
  expect((await seenBy(ben, ahead.name)).race).toMatchObject({ phase: "upcoming", others: [{ name: "Ben" }] })
  const on = await raceOf(ana)
  await enter(ben, on.secret)
  await train(ana, "2026-11-16")
  await leavePrivateRace(t.world, { userId: ana.user, name: on.name })
  expect((await seenBy(ben, on.name)).race).toMatchObject({ phase: "ended", secret: null, rows: [] })
  expect(await seenBy(ana, on.name)).toEqual({ race: null, code: "unknown_race" })
  expect(await enter(ana, on.secret)).toEqual({ ok: false, code: "unknown_race" })
  await leavePrivateRace(t.world, { userId: ben.user, name: on.name })
  expect(await t.world.db.sql`select from races where name = ${on.name}`).toEqual([])
  // It cost nothing.
  expect(await pointsOf(ana, "2026-11-16", "2026-11-16")).toBeGreaterThan(0)
})

test("an erasure takes the person out; with three the race goes on, with two it ends; the export has the own part alone", async () => {
  const cleo = await person("Cleo")
  const three = await raceOf(ana)
  const two = await raceOf(ana)
  for (const who of [ben, cleo]) await enter(who, three.secret)
  await enter(ben, two.secret)
  await train(ana, "2026-11-16")
  await t.world.db.sql`update auth.users set created_at = now(), updated_at = now() where id = ${ana.user}`
  const exported = (await exportData(t.world, ana.user, personalData)) as { privateRaces: unknown }
  expect(exported.privateRaces).toMatchObject([
    { from: "2026-11-16", to: "2026-11-22", entrants: 3 },
    { from: "2026-11-16", to: "2026-11-22", entrants: 2 },
  ])
  expect(JSON.stringify(exported.privateRaces)).not.toMatch(/Ben|Cleo/)
  const [account] = await t.world.db.sql<{
    email: string
  }>`select email from auth.users where id = ${ana.user}`
  const goodbye = { userId: ana.user, confirmation: account?.email ?? "", provenAt: t.world.now() }
  expect(await erase(t.world, goodbye, personalData)).toEqual({ ok: true })
  expect((await seenBy(ben, three.name)).race).toMatchObject({
    phase: "running",
    rows: [],
    others: [{ name: "Ben" }, { name: "Cleo" }],
  })
  expect((await seenBy(ben, two.name)).race).toMatchObject({ phase: "ended" })
})

test("names follow the display rule among the entrants, too", async () => {
  const hidden = await person("Hidden", { visibility: "hidden" })
  const friends = await person("Members", { visibility: "members" })
  const held = await person("Held")
  const { name, secret } = await raceOf(hidden)
  expect(await invitationOf(t.world, { secret, userId: ben.user })).toMatchObject({
    invitation: { inviter: { name: null } },
  })
  for (const who of [friends, held, ben]) await enter(who, secret)
  await train(hidden, "2026-11-16", 60)
  await train(friends, "2026-11-16", 50)
  await train(held, "2026-11-16", 40)
  await t.world.db.sql`update athletes set restricted_data = 'unconfirmed' where id = ${held.id}`
  await t.world.db.sql`update athlete_days set restricted = true where athlete_id = ${held.id}`
  const { race } = await seenBy(ben, name)
  expect(race?.rows.map((row) => [row.name, row.value === null, row.byDay.length])).toEqual([
    [null, false, 0],
    ["Members", false, 1],
    [null, true, 0],
  ])
  expect((await seenBy(held, name)).race?.rows[2]).toMatchObject({ name: "Held", mine: true, byDay: [{}] })
})

test("two days after its last day a race is final: later changes move nothing, and alone there is no result", async () => {
  const { name, secret } = await raceOf(ana)
  const alone = await raceOf(ben)
  await enter(ben, secret)
  await train(ana, "2026-11-16", 60)
  await train(ben, "2026-11-16", 40)
  t.clock.set("2026-11-23T11:59:00Z")
  expect((await seenBy(ana, name)).race?.phase).toBe("running")
  t.clock.set("2026-11-24T07:59:00Z")
  await maintainBoards(t.world)
  expect((await seenBy(ana, name)).race).toMatchObject({ phase: "late", settlesOn: "2026-11-24" })
  await train(ben, "2026-11-22", 90)
  const final = await tableOf(ana, name)
  expect(final?.[0]?.[1]).toBe("Ben")
  t.clock.set("2026-11-24T08:00:01Z")
  await maintainBoards(t.world)
  await maintainBoards(t.world)
  expect((await seenBy(ana, name)).race?.phase).toBe("final")
  expect((await seenBy(ben, alone.name)).race?.phase).toBe("ended")
  await train(ana, "2026-11-20", 120)
  expect(await tableOf(ana, name)).toEqual(final)
  expect(await ownPrivateRaces(t.world, ana.user)).toEqual([
    { name, from: "2026-11-16", to: "2026-11-22", entrants: 2, phase: "final" },
  ])
  // Only the place is left of who leaves then.
  await leavePrivateRace(t.world, { userId: ben.user, name })
  expect(await tableOf(ana, name)).toEqual([[2, "Ana", final?.[1]?.[2], 1]])
})
