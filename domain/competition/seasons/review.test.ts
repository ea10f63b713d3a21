/** A member's look back at a season: from frozen results, for them alone until they share cards of it. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { block } from "#domain/community/block.ts"
import { cheer } from "#domain/community/cheer.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { openReview, ownReview, shareReview, unshareReview } from "./shared-review.ts"

const season = "fortnightly-2026-11-09"
let t: TestWorld
let ana: CommunityMember
let ben: CommunityMember
let cleo: CommunityMember

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  ana = await addMember(t.world, "Ana Ash", {
    days: ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-17"],
  })
  ben = await addMember(t.world, "Ben Birch", { days: ["2026-11-18"] })
  cleo = await addMember(t.world, "Cleo Cedar", { days: [] })
  await onActivity(
    t.world,
    ana.id,
    sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: 5400,
      elapsedS: 5400,
      startedAt: new Date("2026-11-17T19:00:00Z"),
      externalId: "hiit",
    }),
  )
  expect(await cheer(t.world, ben.userId, { athlete: ana.slug, on: "2026-11-17", phrase: null })).toEqual({
    ok: true,
  })
  expect(await ownReview(t.world, ana.userId, season)).toBeNull()
  t.clock.set("2026-11-26T20:00:00Z")
  await closeAndAward(t.world, season)
})
afterAll(() => t.close())

test("it tells days, place, best day, weekday, kinds and cheers, and works for one active day", async () => {
  const own = await ownReview(t.world, ana.userId, season)
  expect(own?.shared).toBeNull()
  expect(own?.review).toMatchObject({
    ...{ name: "Two-week race", from: "2026-11-09", to: "2026-11-22" },
    ...{ rank: 1, athletes: 2, activeDays: 4, inARow: 3, cheers: 1, isFinisher: false },
    best: { on: "2026-11-17", kinds: ["hiit", "run"] },
    loyal: { weekday: 2, days: 2 },
    kinds: ["hiit", "run"],
    everyone: { activeDays: 5 },
  })
  const one = await ownReview(t.world, ben.userId, season)
  expect(one?.review).toMatchObject({
    activeDays: 1,
    inARow: 1,
    loyal: null,
    rank: 2,
    best: { on: "2026-11-18" },
  })
  expect(await ownReview(t.world, cleo.userId, season)).toBeNull()
})

test("points and place stay those of the frozen results, whatever comes later", async () => {
  const before = (await ownReview(t.world, ben.userId, season))?.review
  await onActivity(
    t.world,
    ben.id,
    sentRun({ startedAt: new Date("2026-11-19T15:00:00Z"), externalId: "late" }),
  )
  const after = (await ownReview(t.world, ben.userId, season))?.review
  expect([after?.points, after?.rank, after?.activeDays]).toEqual([
    before?.points,
    before?.rank,
    before?.activeDays,
  ])
})

test("the member picks up to six cards for a link; cheers are for the member alone", async () => {
  const share = (cards: string[]) => shareReview(t.world, ana.userId, { season, cards })
  expect(await share(["cheers", "nonsense"])).toEqual({ ok: false, code: "no_cards" })
  expect(await share(["days", "place", "best", "row", "weekday", "kinds", "everyone"])).toEqual({
    ok: false,
    code: "no_cards",
  })
  expect(await shareReview(t.world, cleo.userId, { season, cards: ["days"] })).toEqual({
    ok: false,
    code: "unknown",
  })
  expect(await share(["days", "best", "cheers"])).toEqual({ ok: true })
  const path = (await ownReview(t.world, ana.userId, season))?.shared?.path ?? ""
  const token = path.replace("/season-review/", "")
  expect(await openReview(t.world, token)).toMatchObject({
    ok: true,
    name: "Ana Ash",
    cards: ["days", "best"],
  })
  expect(await openReview(t.world, "0".repeat(40))).toEqual({ ok: false, code: "unknown" })
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${ana.id}`
  expect(await openReview(t.world, token)).toMatchObject({ ok: true, name: null })
  await unshareReview(t.world, ana.userId, season)
  expect(await openReview(t.world, token)).toEqual({ ok: false, code: "unknown" })
})

test("cheers of somebody who is blocked later are not counted", async () => {
  await block(t.world, ana.userId, ben.slug)
  expect((await ownReview(t.world, ana.userId, season))?.review.cheers).toBe(0)
})

test("after the account was deleted the link is gone, and nothing of it is left", async () => {
  expect(await shareReview(t.world, ben.userId, { season, cards: ["days"] })).toEqual({ ok: true })
  const path = (await ownReview(t.world, ben.userId, season))?.shared?.path ?? ""
  await t.world.db.sql`delete from auth.users where id = ${ben.userId}`
  await t.world.db.sql`delete from athletes where id = ${ben.id}`
  expect(await openReview(t.world, path.replace("/season-review/", ""))).toEqual({ ok: false, code: "gone" })
})
