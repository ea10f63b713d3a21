/**
 * No prize is awarded without a check: what operators check before awarding, which places wait for them, and who may
 * not decide.
 */
import { afterEach, beforeEach, expect, test } from "vitest"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity, onRemoved } from "#domain/competition/pipeline.ts"
import type { SentActivity } from "#domain/competition/scoring/activity.ts"
import { closeDue } from "#domain/competition/seasons/close.ts"
import { disqualify } from "#domain/competition/seasons/disqualify.ts"
import { passOn } from "#domain/competition/seasons/pass-on.ts"
import { changeMember } from "#domain/members/member.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { readTie, setTie } from "./people/tie.ts"
import { decideReview } from "./review/decide.ts"
import { type Operator, shellOperator } from "./roles.ts"
import { readToday } from "./today.ts"
import { undo } from "./undo.ts"
import { clearWinnersDay, readWinnersCheck } from "./winners-check.ts"

const season = "fortnightly-2026-11-09"
const dayBefore = "2026-11-22T08:00:00Z"
const frozen = "2026-11-23T20:00:00Z"
const awarding = "2026-11-26T20:00:00Z"

let t: TestWorld
let owner: Operator
let made = 0
beforeEach(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
})
afterEach(() => t.close())

/** A run of an hour with a track, heart rates and all other evidence for it. */
function recorded(km: number, changes: Partial<SentActivity> = {}): SentActivity {
  const samples = fingerprint(anySamples(++made * 7))
  return sentRun({ distanceM: km * 1000, trackS: 3600, trackM: km * 1000, fingerprint: samples, ...changes })
}
/** A run with only totals and no evidence. */
const bare = (km: number, changes: Partial<SentActivity> = {}) =>
  sentRun({ distanceM: km * 1000, trackS: 0, trackM: 0, ...changes })

async function athlete(name: string, ...activities: SentActivity[]): Promise<number> {
  const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
  for (const one of activities) await onActivity(t.world, id, one)
  return id
}
async function accountOf(name: string): Promise<string> {
  const [row] = await t.world.db.sql<{ id: string }>`
    select user_id as id from athletes where display_name = ${name}
  `
  return row?.id ?? ""
}
const at = async (when: string) => {
  t.clock.set(when)
  await closeDue(t.world)
}
const prizes = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select p.place || ' ' || a.display_name as line from prizes p join athletes a on a.id = p.athlete_id
      where p.status <> 'withdrawn' and p.season_id = (select id from seasons where slug = ${season}) order by p.place
    `
  ).map(({ line }) => line)
/** "1 Ana: 2026-11-18" for each prospective winner of the season and the days to check. */
const toLookAt = async () =>
  (await readWinnersCheck(t.world))
    .filter(({ slug }) => slug === season)
    .flatMap(({ winners }) => winners)
    .map(({ place, name, days }) =>
      [
        `${place} ${name}`,
        ...days.filter((day) => day.seen.length > 0 && !day.cleared).map(({ on }) => on),
      ].join(" "),
    )
async function clear(name: string, by: Operator = owner, on?: string) {
  const winners = (await readWinnersCheck(t.world)).flatMap((one) => (one.slug === season ? one.winners : []))
  const winner = winners.find((one) => one.name === name)
  const day = winner?.days.find((one) => (on ? one.on === on : one.seen.length > 0 && !one.cleared))
  const given = { season, athlete: winner?.athlete ?? "", on: day?.on ?? "", seen: day?.seen ?? [] }
  return clearWinnersDay(t.world, by, given)
}
const told = () => t.mails.map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)

test("from a day before its end the prospective winners are shown, and the days to check are listed on Today", async () => {
  await athlete("Ana", recorded(12))
  await athlete("Ben", bare(10))
  const row = async () => (await readToday(t.world, "owner")).matters.find(({ name }) => name === "winners")
  t.clock.set(new Date(Date.parse(dayBefore) - 1))
  expect([await readWinnersCheck(t.world), await row()]).toEqual([[], undefined])
  t.clock.set(dayBefore)
  expect(await toLookAt()).toEqual(["1 Ana", "2 Ben 2026-11-18"])
  expect(await row()).toMatchObject({ count: 1, oldest: new Date(awarding), path: "/seasons/check" })
  const [first] = await readWinnersCheck(t.world)
  expect(first?.winners[1]?.days[0]?.activities).toMatchObject([
    {
      doubts: ["no track", "Little speaks for it."],
      evidence: expect.arrayContaining(["It arrived 2 days after it ended, as a file."]),
    },
  ])
  expect(await clear("Ben")).toMatchObject({ ok: true })
  expect([await toLookAt(), await row()]).toEqual([["1 Ana", "2 Ben"], undefined])
})

test("undisputed places are awarded after the check, a doubtful one after its days have been checked, each once", async () => {
  await athlete("Ana", recorded(14))
  await athlete("Ben", bare(12), bare(11, { startedAt: new Date("2026-11-17T15:00:00Z") }))
  await athlete("Cleo", recorded(10))
  await athlete("Dan", recorded(8))
  await at(frozen)
  expect([await prizes(), told()]).toEqual([[], []])
  await at(awarding)
  expect([await prizes(), told()]).toEqual([
    ["2 Ana", "3 Cleo"],
    ["ana won", "cleo won"],
  ])
  expect(await toLookAt()).toEqual(["1 Ben 2026-11-17 2026-11-18"])
  t.clock.advance(86_400_000)
  await Promise.all([passOn(t.world), closeDue(t.world), passOn(t.world)])
  expect(await prizes()).toEqual(["2 Ana", "3 Cleo"])
  expect((await readToday(t.world, "owner")).matters.find(({ name }) => name === "winners")?.count).toBe(2)
  await clear("Ben")
  expect(await prizes()).toEqual(["2 Ana", "3 Cleo"])
  await clear("Ben")
  expect([await prizes(), told()]).toEqual([
    ["1 Ben", "2 Ana", "3 Cleo"],
    ["ana won", "cleo won", "ben won"],
  ])
  expect(await readWinnersCheck(t.world)).toEqual([])
})

test("a doubtful place passes on only if its athlete is disqualified or leaves", async () => {
  await athlete("Ana", bare(14))
  await athlete("Ben", bare(12))
  for (const [name, km] of [
    ["Cleo", 10],
    ["Dan", 8],
    ["Eve", 7],
  ] as const)
    await athlete(name, recorded(km))
  await at(frozen)
  await at(awarding)
  expect(await prizes()).toEqual(["3 Cleo"])
  const [ana] = await t.world.db.sql<{ slug: string }>`select slug from athletes where display_name = 'Ana'`
  await disqualify(t.world, { season, athlete: ana?.slug ?? "", reason: "A car." })
  expect([await prizes(), await toLookAt()]).toEqual([["2 Cleo", "3 Dan"], ["1 Ben 2026-11-18"]])
  await t.world.db.sql`delete from auth.users where id = ${await accountOf("Ben")}`
  await passOn(t.world)
  expect([await prizes(), await toLookAt()]).toEqual([["1 Cleo", "2 Dan", "3 Eve"], []])
})

test("activities deleted, declined or added after the freeze are still shown", async () => {
  const ana = await athlete("Ana", bare(14), recorded(5, { startedAt: new Date("2026-11-16T15:00:00Z") }))
  const ben = await athlete("Ben", recorded(10))
  await at(frozen)
  const [doubtful] = await t.world.db.sql<{ source: string; externalId: string }>`
    select source, external_id as "externalId" from activities where athlete_id = ${ana} and track_s = 0
  `
  if (doubtful) await onRemoved(t.world, ana, [doubtful])
  expect(await toLookAt()).toEqual(["1 Ana 2026-11-22", "2 Ben"])
  await onActivity(t.world, ben, recorded(9, { startedAt: new Date("2026-11-17T15:00:00Z") }))
  expect(await toLookAt()).toEqual(["1 Ana 2026-11-22", "2 Ben 2026-11-22"])
  const seen = (await readWinnersCheck(t.world))[0]?.winners[0]?.days.at(-1)?.change
  expect(seen).toMatch(/^The final table has \d+ points; the activities now give \d+\.$/)
  await at(awarding)
  expect(await prizes()).toEqual([])
})

test("a day that changes after its confirmation must be checked again, and so must one whose confirmation is undone", async () => {
  const run = bare(14)
  const ana = await athlete("Ana", run)
  t.clock.set(dayBefore)
  const done = await clear("Ana")
  expect(await toLookAt()).toEqual(["1 Ana"])
  expect(await undo(t.world, owner, ("entry" in done && done.entry) || 0)).toMatchObject({ ok: true })
  expect(await toLookAt()).toEqual(["1 Ana 2026-11-18"])
  await clear("Ana")
  await onActivity(t.world, ana, { ...run, distanceM: 15_000 })
  expect(await toLookAt()).toEqual(["1 Ana 2026-11-18"])
  const [one] = (await readWinnersCheck(t.world))[0]?.winners ?? []
  const old = { season, athlete: one?.athlete ?? "", on: "2026-11-18", seen: ["something else"] }
  expect(await clearWinnersDay(t.world, owner, old)).toEqual({ ok: false, code: "changed" })
  expect(await clearWinnersDay(t.world, owner, { ...old, on: "2026-11-01" })).toEqual({
    ok: false,
    code: "unknown_day",
  })
  expect(await clearWinnersDay(t.world, owner, { ...old, athlete: "nobody" })).toEqual({
    ok: false,
    code: "unknown_day",
  })
  expect(await clearWinnersDay(t.world, owner, { ...old, season: "never" })).toEqual({
    ok: false,
    code: "unknown_season",
  })
})

test("an activity that an operator counted in review needs no further check", async () => {
  await athlete("Ana", bare(22))
  const [found] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where status = 'review'
  `
  await decideReview(t.world, owner, { id: found?.id ?? 0, decision: "count" })
  t.clock.set(dayBefore)
  expect(await toLookAt()).toEqual(["1 Ana"])
})

test("many past days of a new account in one upload are always checked", async () => {
  const days = ["15", "16", "17"].map((day) =>
    recorded(12, { startedAt: new Date(`2026-11-${day}T15:00:00Z`) }),
  )
  const ana = await athlete("Ana", ...days)
  t.clock.set(dayBefore)
  expect(await toLookAt()).toEqual(["1 Ana"])
  await t.world.db.sql`update athletes set joined_at = '2026-11-10' where id = ${ana}`
  expect(await toLookAt()).toEqual(["1 Ana 2026-11-15 2026-11-16 2026-11-17"])
})

test("operators, the sponsor’s people and households cannot win; once awarded, a prize stays", async () => {
  await athlete("Ana", recorded(15))
  await athlete("Ben", recorded(14))
  await athlete("Cleo", recorded(13))
  await athlete("Dan", recorded(12))
  await athlete("Eve", recorded(11))
  await t.world.db.sql`
    update auth.users set raw_app_meta_data = '{"role": "helper"}' where id = ${await accountOf("Ana")}
  `
  await changeMember(t.world, await accountOf("Ben"), { declaredTie: true })
  await at(frozen)
  const tie = { kind: "household", householdOf: owner.id } as const
  const marked = await setTie(t.world, owner, { userId: await accountOf("Cleo"), tie })
  expect(marked).toMatchObject({ ok: true })
  expect(await toLookAt()).toEqual(["1 Dan", "2 Eve"])
  await undo(t.world, owner, ("entry" in marked && marked.entry) || 0)
  expect(await toLookAt()).toEqual(["1 Cleo", "2 Dan", "3 Eve"])
  // Decisions made when the results were frozen stay.
  await t.world.db.sql`update auth.users set raw_app_meta_data = '{}' where id = ${await accountOf("Ana")}`
  await changeMember(t.world, await accountOf("Ben"), { declaredTie: false })
  await at(awarding)
  expect(await prizes()).toEqual(["1 Cleo", "2 Dan", "3 Eve"])
  await setTie(t.world, owner, { userId: await accountOf("Cleo"), tie })
  await passOn(t.world)
  expect(await prizes()).toEqual(["1 Cleo", "2 Dan", "3 Eve"])
})

test("no operator decides about their own place or household; another one does", async () => {
  const own = await athlete("Olga", bare(8))
  await t.world.db.sql`update athletes set user_id = ${owner.id} where id = ${own}`
  const far = await Promise.all(
    [9, 10, 11, 12, 13, 14].map(async (day) =>
      recorded(30, {
        startedAt: new Date(`2026-11-${String(day).padStart(2, "0")}T15:00:00Z`),
        movingS: 9000,
        elapsedS: 9000,
        trackS: 9000,
      }),
    ),
  )
  const near = await athlete("Ned", bare(22))
  const home = await athlete("Hal", ...far)
  await athlete(
    "Fay",
    ...far.map((one) => ({ ...one, fingerprint: fingerprint(anySamples(++made * 7)) })),
    bare(22),
  )
  await setTie(t.world, owner, {
    userId: await accountOf("Hal"),
    tie: { kind: "household", householdOf: owner.id },
  })
  const idOf = async (athleteId: number) =>
    (
      await t.world.db.sql<{ id: number }>`
      select id::float8 as id from activities where athlete_id = ${athleteId} order by id limit 1`
    )[0]?.id ?? 0
  const decide = async (athleteId: number, by: Operator) =>
    decideReview(t.world, by, { id: await idOf(athleteId), decision: "decline", dryRun: true })
  const other = await addOperatorSession(t.world, "helper")
  for (const one of [own, home]) {
    expect(await decide(one, owner)).toEqual({ ok: false, code: "recused" })
    expect(await decide(one, other)).toMatchObject({ ok: true })
    expect(await decide(one, shellOperator("root", t.world.now()))).toMatchObject({ ok: true })
  }
  expect(await decide(near, owner)).toMatchObject({ ok: true })
  await onActivity(t.world, near, recorded(9, { startedAt: new Date("2026-11-16T15:00:00Z") }))
  expect(await decide(near, owner)).toEqual({ ok: false, code: "recused" })
  await maintainBoards(t.world)
})

test("a doubtful day that the only owner may not decide waits for another owner, and no prize is awarded meanwhile", async () => {
  const own = await athlete("Olga", bare(13))
  await t.world.db.sql`update athletes set user_id = ${owner.id} where id = ${own}`
  const ben = await athlete("Ben", bare(12), bare(22, { startedAt: new Date("2026-11-17T15:00:00Z") }))
  const [waiting] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${ben} and status = 'review'
  `
  const count = (by: Operator) => decideReview(t.world, by, { id: waiting?.id ?? 0, decision: "count" })
  const alone = { ok: false, code: "nobody_else" }
  await at(frozen)
  expect([await clear("Ben"), await count(owner)]).toEqual([alone, alone])
  // A helper reviews activities, but awards no prizes.
  const helper = await addOperatorSession(t.world, "helper")
  expect([await clear("Ben"), await count(owner)]).toEqual([alone, { ok: false, code: "recused" }])
  await at(awarding)
  expect([await prizes(), await toLookAt()]).toEqual([[], ["1 Ben 2026-11-18"]])
  expect((await readToday(t.world, "owner")).matters.find(({ name }) => name === "winners")?.count).toBe(1)
  const other = await addOperatorSession(t.world, "owner")
  expect(await clear("Ben")).toEqual({ ok: false, code: "recused" })
  expect(await clear("Ben", other)).toMatchObject({ ok: true })
  expect(await prizes()).toEqual(["1 Ben"])
  expect(await count(helper)).toMatchObject({ ok: true })
})

test("the recorded ties of an athlete can be undone step by step", async () => {
  await athlete("Ana")
  const userId = await accountOf("Ana")
  const other = await addOperatorSession(t.world, "helper")
  const steps = [
    { kind: "sponsor", householdOf: null },
    { kind: "household", householdOf: owner.id },
    { kind: "household", householdOf: other.id },
    { kind: null, householdOf: null },
  ] as const
  const entries: number[] = []
  for (const tie of steps) {
    const done = await setTie(t.world, owner, { userId, tie })
    entries.push(("entry" in done && done.entry) || 0)
    expect(await readTie(t.world.db, userId)).toEqual(tie)
  }
  for (const [n, entry] of [...entries.entries()].reverse()) {
    expect(await undo(t.world, owner, entry)).toMatchObject({ ok: true })
    expect(await readTie(t.world.db, userId)).toEqual(steps[n - 1] ?? { kind: null, householdOf: null })
  }
  const nobody = { kind: "household", householdOf: crypto.randomUUID() } as const
  expect(await setTie(t.world, owner, { userId, tie: nobody })).toEqual({
    ok: false,
    code: "unknown_account",
  })
  expect(await setTie(t.world, owner, { userId: owner.id ?? "", tie: steps[0] })).toEqual({
    ok: false,
    code: "not_joined",
  })
})
