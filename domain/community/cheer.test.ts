import { afterAll, beforeAll, expect, test } from "vitest"
import { cheerLimits } from "#content/cheers.ts"
import { memberTopic } from "#domain/community/tell.ts"
import { changeMember } from "#domain/members/member.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { block, unblock } from "./block.ts"
import { cheer, takeBack } from "./cheer.ts"
import { cheeredDays } from "./cheered-days.ts"
import { mute } from "./mute.ts"
import { ownCheers } from "./own-cheers.ts"

const on = "2026-11-19"
let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

const give = (giver: CommunityMember, receiver: Pick<CommunityMember, "slug">, day = on) =>
  cheer(t.world, giver.userId, { athlete: receiver.slug, on: day, phrase: null })
const seen = async (viewer: CommunityMember, athlete: CommunityMember) =>
  (await cheeredDays(t.world, viewer.userId, { athletes: [athlete.slug], days: 60 })).athletes[athlete.slug]
const received = async (member: CommunityMember) =>
  (await ownCheers(t.world, member.userId, { days: 30 })).map((day) => ({
    on: day.on,
    from: day.givers.map(({ name, phrase }) => [name, phrase]),
  }))
const refused = (code: string) => ({ ok: false, code })
const member = (name: string, options?: Parameters<typeof addMember>[2]) => addMember(t.world, name, options)

test("A cheer reaches the receiver with its name; it can get words, and be taken back and given again", async () => {
  const [mia, ada] = [await member("Mia"), await member("Ada")]
  expect(await give(mia, ada)).toEqual({ ok: true })
  expect(await received(ada)).toEqual([{ on, from: [["Mia", null]] }])
  expect(await seen(mia, ada)).toEqual([{ on, mine: true, phrase: null, count: null }])
  await cheer(t.world, mia.userId, { athlete: ada.slug, on, phrase: "well-done" })
  expect(await received(ada)).toEqual([{ on, from: [["Mia", "well-done"]] }])
  expect(await takeBack(t.world, mia.userId, { athlete: ada.slug, on })).toEqual({ ok: true })
  expect(await received(ada)).toEqual([])
  expect(await seen(mia, ada)).toEqual([{ on, mine: false, phrase: null, count: null }])
  await give(mia, ada)
  expect(await received(ada)).toEqual([{ on, from: [["Mia", null]] }])
})

test("Others see a number from three up, and never a name", async () => {
  const [ada, viewer] = [await member("Ada"), await member("Vera")]
  for (const name of ["One", "Two"]) await give(await member(name), ada)
  expect(await seen(viewer, ada)).toMatchObject([{ count: null }])
  await give(await member("Three"), ada)
  expect(await seen(viewer, ada)).toMatchObject([{ count: 3 }])
  const shown = JSON.stringify(await cheeredDays(t.world, viewer.userId, { athletes: [ada.slug], days: 60 }))
  expect(shown).not.toMatch(/One|Two|Three/)
})

test("A giver has joined and has a counted day, and is neither hidden nor muted", async () => {
  const ada = await member("Ada")
  expect(await cheer(t.world, crypto.randomUUID(), { athlete: ada.slug, on, phrase: null })).toEqual(
    refused("not_joined"),
  )
  expect(await give(await member("New", { days: [] }), ada)).toEqual(refused("no_day_yet"))
  expect(await give(await member("Hidden", { visibility: "hidden" }), ada)).toEqual(refused("hidden"))
  const muted = await member("Muted")
  await mute(t.world, { athleteId: muted.id, days: 1, reason: "Insults" })
  expect(await give(muted, ada)).toEqual(refused("muted"))
  t.clock.advance(86_400_000)
  expect(await give(muted, ada)).toEqual({ ok: true })
  t.clock.advance(-86_400_000)
})

test("Nobody cheers themselves, somebody hidden, a day without points, or a day that is not shown to them", async () => {
  const mia = await member("Mia")
  expect(await give(mia, mia)).toEqual(refused("yourself"))
  expect(await give(mia, await member("Hidden", { visibility: "hidden" }))).toEqual(refused("not_shown"))
  expect(await give(mia, { slug: "nobody" })).toEqual(refused("not_shown"))
  const ada = await member("Ada")
  expect(await give(mia, ada, "2026-11-18")).toEqual(refused("no_such_day"))
  await t.world.db.sql`update athletes set restricted_data = 'unconfirmed' where id = ${ada.id}`
  await t.world.db.sql`update athlete_days set restricted = true where athlete_id = ${ada.id}`
  expect(await give(mia, ada)).toEqual(refused("no_such_day"))
  expect(await give(mia, await member("Inner", { visibility: "members" }))).toEqual({ ok: true })
})

test("A giver who hides later is no longer shown or counted", async () => {
  const [mia, ada] = [await member("Mia"), await member("Ada")]
  await give(mia, ada)
  await changeMember(t.world, mia.userId, { visibility: "hidden" })
  expect(await received(ada)).toEqual([])
})

test("A script that cheers as fast as it can stops at 20 a minute and 200 a day, also when it takes back", async () => {
  const storm = await member("Storm")
  const days = Array.from({ length: 9 }, (_, n) => `2026-11-1${n}`)
  const receivers: CommunityMember[] = []
  for (let n = 0; n < 25; n++) receivers.push(await member(`Receiver ${n}`, { days }))
  const all = receivers.flatMap((receiver) => days.map((day) => [receiver, day] as const))
  const count = async () => {
    const [row] = await t.world.db.sql<{ n: number }>`
      select count(*)::integer as n from private.cheers where giver_id = ${storm.id}`
    return row?.n
  }
  const first = await Promise.all(all.slice(0, 30).map(([receiver, day]) => give(storm, receiver, day)))
  expect(first.filter(({ ok }) => ok)).toHaveLength(cheerLimits.aMinute)
  expect(first.filter((one) => !one.ok).map((one) => "code" in one && one.code)).toEqual(
    Array(30 - cheerLimits.aMinute).fill("too_many"),
  )
  for (const [receiver, day] of all.slice(0, 30))
    await takeBack(t.world, storm.userId, { athlete: receiver.slug, on: day })
  const [next] = all.slice(40) as [(typeof all)[number]]
  expect(await give(storm, ...next)).toEqual(refused("too_many"))
  for (const [index, [receiver, day]] of all.entries()) {
    if (index % cheerLimits.aMinute === 0) t.clock.advance(61_000)
    await give(storm, receiver, day)
  }
  expect(await count()).toBe(cheerLimits.aDay)
  expect(await give(storm, ...(all.at(-1) as (typeof all)[number]))).toEqual(refused("too_many"))
  t.clock.advance(86_400_000)
  expect(await give(storm, ...(all.at(-1) as (typeof all)[number]))).toEqual({ ok: true })
  t.clock.set("2026-11-20T20:00:00Z")
})

test("The receiver's pages are told once for each cheer, and never for words or for one given again", async () => {
  const [mia, ada] = [await member("Mia"), await member("Ada")]
  const told: unknown[] = []
  const end = t.world.live.subscribe(memberTopic, (payload) => told.push(JSON.parse(payload)))
  await give(mia, ada)
  await cheer(t.world, mia.userId, { athlete: ada.slug, on, phrase: "keep-going" })
  await takeBack(t.world, mia.userId, { athlete: ada.slug, on })
  await give(mia, ada)
  await block(t.world, mia.userId, ada.slug)
  await expect
    .poll(() => told)
    .toEqual([
      { athletes: [ada.id], news: "cheers" },
      { athletes: [mia.id, ada.id], news: "apart" },
    ])
  end()
})

test("Whoever is blocked, by either side, sees and reaches nothing; nobody is told, and the end brings it back", async () => {
  const [ada, ex, viewer] = [await member("Ada"), await member("Ex"), await member("Vera")]
  for (const giver of [ex, await member("Two"), await member("Three")]) await give(giver, ada)
  await give(ada, ex)
  const mails = t.mails.length
  expect(await block(t.world, ada.userId, ex.slug)).toEqual({ ok: true })
  expect(t.mails).toHaveLength(mails)
  expect((await received(ada)).flatMap(({ from }) => from.map(([name]) => name))).not.toContain("Ex")
  expect(await received(ex)).toEqual([])
  expect(await give(ex, ada)).toEqual(refused("not_shown"))
  expect(await give(ada, ex)).toEqual(refused("not_shown"))
  expect(await seen(ex, ada)).toBeUndefined()
  // The number of others does not count them for each other, and stays for everybody else.
  expect(await seen(viewer, ada)).toMatchObject([{ count: 3 }])
  // The blocked one cannot tell a block from somebody who is hidden.
  const unseen = await cheeredDays(t.world, ex.userId, { athletes: [ada.slug, "nobody"], days: 1 })
  expect(unseen).toMatchObject({ athletes: {}, unseen: [ada.slug, "nobody"] })
  expect(await block(t.world, ex.userId, ada.slug)).toEqual(refused("unknown_athlete"))
  expect(await unblock(t.world, ex.userId, ada.slug)).toEqual({ ok: true })
  expect(await give(ex, ada)).toEqual(refused("not_shown"))
  expect(await unblock(t.world, ada.userId, ex.slug)).toEqual({ ok: true })
  expect((await received(ada)).flatMap(({ from }) => from.map(([name]) => name))).toContain("Ex")
})

test("Cheers change nothing in the competition", async () => {
  const [mia, ada] = [await member("Mia"), await member("Ada")]
  const state = () => t.world.db.sql`select * from standings where athlete_id = ${ada.id} order by board_id`
  const before = await state()
  await give(mia, ada)
  expect(await state()).toEqual(before)
})
