/** Who is notified of a change, and which stored data a member can see. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { keepOriginal } from "./originals/keep.ts"
import { onActivities, onActivity, onDecision, onRemoved } from "./pipeline.ts"
import { exportCompetition } from "./privacy.ts"
import { object } from "./review/objections.ts"

let t: TestWorld
let athlete: number
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
})

/** A separate world that counts how often pages are notified. */
function telling(publish: () => Promise<void> = async () => undefined) {
  const told = { count: 0 }
  const live: World["live"] = {
    ...t.world.live,
    publish: () => {
      told.count++
      return publish()
    },
  }
  return { world: { ...t.world, live }, told }
}
const name = { source: "file", externalId: "a#0" }
const sent = sentRun(name as { source: "file"; externalId: string })

test.each<[string, number, (world: World) => Promise<unknown>]>([
  ["an activity", 1, (world) => onActivity(world, athlete, sent)],
  ["several in one step", 1, (world) => onActivities(world, athlete, [sent, sentRun()])],
  ["none", 0, (world) => onActivities(world, athlete, [])],
  ["one of nobody", 0, (world) => onActivity(world, athlete + 1000, sent)],
  ["the removal of what is unknown", 0, (world) => onRemoved(world, athlete, [name])],
  ["a decision on what is unknown", 0, (world) => onDecision(world, athlete, name, "count")],
])("pages are told of a change of points: %s, %d times", async (_, times, change) => {
  const { world, told } = telling()
  await change(world)
  expect(told.count).toBe(times)
})

test("several activities are all stored, or none if the database refuses one", async () => {
  const stored = async () => (await t.world.db.sql`select from activities`).length
  await expect(onActivities(t.world, athlete, [sent, { ...sentRun(), movingS: -1 }])).rejects.toThrow()
  expect(await stored()).toBe(0)
  const by = { manual: true, startedAt: new Date("2026-11-17T15:00:00Z") }
  expect(await onActivities(t.world, athlete, [sent, sentRun(by)])).toMatchObject({
    ...{ ok: true, verdicts: [{ reason: "counted" }, { reason: "manual" }] },
  })
  expect(await stored()).toBe(2)
})

test("a change is stored even if the notification fails, which is logged", async () => {
  const { world } = telling(() => Promise.reject(new Error("no connection")))
  expect(await onActivity(world, athlete, sent)).toMatchObject({ ok: true, days: ["2026-11-18"] })
  await expect
    .poll(() => t.log.entries)
    .toMatchObject([
      {
        level: "warn",
        message: "A change could not be announced",
        fields: { error: new Error("no connection") },
      },
    ])
})

test("removing an uploaded activity removes its file, unless another leg needs it", async () => {
  const original = (contentId: string) => ({
    contentId,
    async *bytes() {
      yield Buffer.from(contentId)
    },
  })
  for (const id of ["a", "b"])
    await keepOriginal(t.world, { athleteId: athlete, name: id, original: original(id) })
  const kept = async () =>
    (await t.world.db.sql<{ id: string }>`select content_id as id from recording_files order by 1`).map(
      ({ id }) => id,
    )
  await onActivities(t.world, athlete, [sent, sentRun({ externalId: "a#1" }), sentRun({ externalId: "b" })])
  await onRemoved(t.world, athlete, [{ source: "polar", externalId: "a#0" }])
  await keepOriginal(t.world, { athleteId: athlete, name: "c", original: original("c") })
  await onRemoved(t.world, athlete, [{ source: "polar", externalId: "c" }])
  expect(await kept()).toEqual(["a", "b", "c"])
  await onRemoved(t.world, athlete, [{ source: "file", externalId: "c#0" }])
  expect(await kept()).toEqual(["a", "b"])
  await onRemoved(t.world, athlete, [name])
  expect(await kept()).toEqual(["a", "b"])
  await onRemoved(t.world, athlete, [
    { source: "file", externalId: "a#1" },
    { source: "file", externalId: "b" },
  ])
  expect(await kept()).toEqual([])
})

test("a member's export contains every activity with its verdict in words, every day, and nothing of others", async () => {
  const other = await addAthlete(t.world, { email: "ben@b4m.test" })
  await onActivity(t.world, athlete, { ...sent, name: "Tempo" })
  await onActivity(t.world, athlete, sentRun({ manual: true, startedAt: new Date("2026-11-17T15:00:00Z") }))
  await onActivity(t.world, other, sentRun({ name: "Not hers" }))
  const userId = await accountOf(t.world, athlete)
  const [typed] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athlete} and manual`
  await object(t.world, { userId, activityId: typed?.id ?? 0, text: "The watch recorded it." })
  const person = { id: userId, email: null, fullName: null, secured: false, role: null }
  const exported = (await exportCompetition(t.world.db, person as never)) as Record<string, unknown[]>
  expect(exported).toMatchObject({
    activities: [
      { reason: "manual", status: "excluded", reason_in_words: expect.stringContaining(" ") },
      { name: "Tempo", reason: "counted", moving_s: 3600, reason_in_words: expect.any(String) },
    ],
    objections: [{ about: "manual", text: "The watch recorded it.", reply: null }],
    days: [{ on: "2026-11-18", points: 135, active: true, lines: [{}, {}, {}] }],
    ...{ connections: [], imports: [], results: [], prizes: [], not_stored: [] },
  })
  expect(JSON.stringify(exported)).not.toMatch(/Not hers|athlete_id|twin_of/)
  expect(await exportCompetition(t.world.db, { ...person, id: crypto.randomUUID() } as never)).toBeNull()
})
