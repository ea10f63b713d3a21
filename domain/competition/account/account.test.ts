/** Everything that a member's account page shows, read for one account out of several. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { type Boards, createBoards } from "../boards/board.ts"
import { beginUpload } from "../intake/upload.ts"
import { onActivity } from "../pipeline.ts"
import { decideOn } from "../review/decide.ts"
import { ownAccount } from "./account.ts"

let t: TestWorld
let boards: Boards
const members = new Map<string, { id: number; userId: string }>()

/** Four members: two on the boards, one who has joined only, one hidden from others. */
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  for (const [name, minutes, visibility] of [
    ["Ana", 60, "public"],
    ["Ben", 50, "public"],
    ["Nina", 0, "public"],
    ["Hidden", 40, "hidden"],
  ] as const) {
    const id = await addAthlete(t.world, {
      name,
      email: `${name}@b4m.test`,
      visibility,
      timeZone: "Asia/Tokyo",
    })
    const userId = await accountOf(t.world, id)
    members.set(name, { id, userId })
    const run = {
      name: `${name}’s run`,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      distanceM: minutes * 150,
    }
    if (minutes > 0) await onActivity(t.world, id, sentRun(run))
  }
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})

const idOf = (name: string) => members.get(name) ?? { id: 0, userId: "00000000-0000-4000-8000-000000000000" }
async function of(name: string, first = { activities: 20, logs: 20 }) {
  await boards.catchUp()
  return ownAccount(t.world, boards, { userId: idOf(name).userId, first })
}

test("a member sees their own places, days and activities, in words of their own clock, and nobody else's", async () => {
  const account = await of("Ben")
  expect(account).toMatchObject({
    athlete: { displayName: "Ben", visibility: "public", joinedOn: "January 1, 2020" },
    prizes: [],
    moment: "first-points",
    activities: {
      total: 1,
      rows: [{ name: "Ben’s run", status: "counted", startedAt: "2026-11-18T15:00:00.000Z" }],
    },
    isReviewing: false,
    photo: null,
  })
  // At 3 PM in London it was the next day in Tokyo.
  expect(account?.days.map(({ on, active }) => [on, active])).toEqual([["2026-11-19", true]])
  expect(account?.places.open.map(({ slug, rank, total, race }) => [slug, rank, total, race?.to])).toEqual([
    ["this-fortnight", 2, 3, "2026-11-22"],
    ["this-month", 2, 3, "2026-11-30"],
    ["last-14-days", 2, 3, undefined],
    ["last-10-days", 2, 3, undefined],
  ])
  expect(account?.places.waiting).toEqual([])
  expect(account?.places.today).toBe("2026-11-21")
  expect(account?.places.open[0]?.around.map(({ name }) => name)).toEqual(["Ana", "Ben", null])
  const all = JSON.stringify(account)
  for (const other of ["Ana’s run", "Hidden’s run", "@b4m.test"]) expect(all).not.toContain(other)
})

test("before the first activity everything is empty, and for an account that has not joined there is nothing", async () => {
  expect(await of("Nina")).toMatchObject({
    places: {
      open: [],
      // The races that are on are known before the first points, with their prizes.
      waiting: [
        { slug: "this-fortnight", race: { prize: expect.any(String), to: "2026-11-22" } },
        { slug: "this-month", race: { prize: expect.any(String), to: "2026-11-30" } },
      ],
      ended: [],
    },
    days: [],
    moment: null,
    activities: { rows: [], total: 0, logs: [] },
    imports: [],
    sources: { files: { usedUp: false, lastReceived: null } },
  })
  expect(await of("a stranger")).toBeNull()
})

test("a member who is hidden from others has no moment to share, and their places", async () => {
  expect(await of("Hidden")).toMatchObject({ moment: null, places: { open: [{ rank: 3 }, {}, {}, {}] } })
})

test("a declined activity says why, and its owner may object once to each verdict", async () => {
  const { world } = t
  const { id } = idOf("Ana")
  const [run] = await world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${id}`
  const runId = run?.id ?? 0
  const decline = (reason: string) => decideOn(world, { id: runId, decision: "decline", reason })
  await decline("It was a bus.")
  const row = async () => (await of("Ana"))?.activities.rows[0]
  expect(await row()).toMatchObject({ status: "excluded", declinedBecause: "It was a bus.", mayObject: true })
  await world.db.sql`
    insert into activity_objections (activity_id, reason, review_id, text, at, due_at, waits_for)
    select x.id, x.reason, max(r.id), 'I ran.', ${world.now()}, ${world.now()}::timestamptz + interval '2 days', '{7}'
    from activities x join activity_reviews r on r.activity_id = x.id
    where x.id = ${runId} group by x.id
  `
  const sent = {
    text: "I ran.",
    on: "Nov 21",
    due: expect.stringMatching(/^Nov 23, 5:00\sAM$/),
    holdsPlace: true,
  }
  expect(await row()).toMatchObject({
    mayObject: false,
    objections: [{ ...sent, reply: null, isLate: false }],
  })
  t.clock.set("2026-11-22T21:00:00Z")
  expect(await row()).toMatchObject({ objections: [{ isLate: true }] })
  await world.db.sql`
    update activity_objections set reply = 'We saw the bus.', replied_at = ${world.now()}, upheld = false`
  expect(await row()).toMatchObject({ objections: [{ reply: "We saw the bus.", repliedOn: "Nov 23" }] })
  // Another verdict can be objected to again.
  await decideOn(world, { id: runId, decision: null })
  await decline("A tram, then.")
  expect(await row()).toMatchObject({ declinedBecause: "A tram, then.", mayObject: true })
})

test("imports list their files in the order in which they were chosen, and strength logs are listed with the activities of that time", async () => {
  const { world } = t
  const { id, userId } = idOf("Ben")
  await beginUpload(world, userId, [
    { name: "b.fit", size: 3 },
    { name: "a.fit", size: 2 },
  ])
  await world.db.sql`
    insert into strength_logs (
      athlete_id, app, external_id, title, started_at, local_on, sets, reps, volume, exercises, received_at
    )
    select ${id}, 'hevy', n::text, 'Push ' || n, '2026-11-18T15:00:00Z'::timestamptz - make_interval(days => 3 * n),
      '2026-11-18', 5, 50, 500, '[]', now()
    from generate_series(0, 2) n
  `
  const account = await of("Ben", { activities: 20, logs: 2 })
  expect(account?.imports).toMatchObject([
    {
      isFinished: false,
      uploads: [
        { file: 0, name: "b.fit", size: 3, isReceived: false, isRead: false },
        { file: 1, name: "a.fit", size: 2 },
      ],
      outcomes: [],
    },
  ])
  expect([account?.logs.total, account?.logs.rows.map(({ title }) => title)]).toEqual([
    3,
    ["Push 0", "Push 1"],
  ])
  expect(account?.activities.logs.map(({ title }) => title)).toEqual(["Push 0"])
  expect((await of("Ana"))?.logs.total).toBe(0)
})
