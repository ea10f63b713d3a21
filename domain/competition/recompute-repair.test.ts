/** What a repair finds, corrects and leaves alone, for more athletes than fit in one batch. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities, onDecision } from "./pipeline.ts"
import { recompute } from "./recompute.ts"

let t: TestWorld
/** The first and the last athlete, with others without activities between them. */
let first: number
let last: number
beforeAll(async () => {
  t = await createCompetitionWorld()
  first = await addAthlete(t.world)
  await t.world.db.sql`
    insert into athletes (slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
    select 'idle-' || n, 'Idle', 'idle', 'public', 'UTC', 'I agree.', now(), '2020-01-01'
    from generate_series(1, 1100) n
  `
  last = await addAthlete(t.world)
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  await sql`delete from activities`
  await sql`delete from athlete_days`
  await sql`delete from standings`
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 15, minute))
  const hour = { movingS: 3600, elapsedS: 3600 }
  for (const id of [first, last])
    await onActivities(t.world, id, [
      sentRun({ ...hour, externalId: "whole", startedAt: at(0), detail: 9 }),
      sentRun({ ...hour, externalId: "part", startedAt: at(30), detail: 1 }),
      sentRun({ ...hour, externalId: "by hand", startedAt: at(300), manual: true }),
    ])
})

const healthy = { athletes: 1102, activities: 6, verdicts: 0, days: 0, standings: 0 }
const compare = () => recompute(t.world, { repair: false })
const repair = () => recompute(t.world, { repair: true })

test("every athlete is compared, also beyond the first batches, and correct rows are not written", async () => {
  expect(await compare()).toEqual(healthy)
  const rows = () => t.world.db.sql`
    select 'day' as what, athlete_id::integer as id, xmin::text from athlete_days
    union all select 'place' || board_id, athlete_id::integer, xmin::text from standings
    union all select external_id, athlete_id::integer, xmin::text from activities
    order by 1, 2
  `
  const before = await rows()
  expect(await repair()).toEqual(healthy)
  expect(await rows()).toEqual(before)
})

test.each<[string, string, object]>([
  ["a status", "status = 'review' where external_id = 'by hand'", { verdicts: 2 }],
  ["a reason", "reason = 'flagged' where external_id = 'by hand'", { verdicts: 2 }],
  ["what counts of the time", "counted_s = 7 where external_id = 'part'", { verdicts: 2 }],
  ["what counts of the distance", "counted_m = 7 where external_id = 'part'", { verdicts: 2 }],
  [
    "that only a part counts",
    "counted_s = null, counted_m = null where external_id = 'part'",
    { verdicts: 2 },
  ],
])(
  "%s that is not what the rules say is found and corrected, though no day differs",
  async (_, change, found) => {
    const verdicts = () => t.world.db.sql`
    select athlete_id, external_id, status, reason, counted_s, counted_m from activities order by id
  `
    const right = await verdicts()
    await t.world.db.query(`update activities set ${change}`)
    expect(await compare()).toEqual({ ...healthy, ...found })
    expect(await repair()).toEqual({ ...healthy, ...found })
    expect(await verdicts()).toEqual(right)
    expect(await compare()).toEqual(healthy)
  },
)

test.each<[string, string, object, number?]>([
  ["a day that differs", "update athlete_days set moving_s = 1", { days: 2 }],
  ["points that differ, which the boards took over", "update athlete_days set points = 1", { days: 2 }, 8],
  ["a day that is missing", "delete from athlete_days", { days: 2 }, 8],
  [
    "a day of which nothing is known",
    'insert into athlete_days select (jsonb_populate_record(d, \'{"local_on":"2026-11-16"}\')).* from athlete_days d',
    { days: 2 },
    8,
  ],
  ["a place that differs", "update standings set points = points + 1", { standings: 8 }],
  ["a place that is missing", "delete from standings", { standings: 8 }],
])("%s is found and corrected, on the boards as well", async (_, change, found, places) => {
  const rows = () => t.world.db.sql`
    select athlete_id, local_on::text as at, points, moving_s as more from athlete_days
    union all select athlete_id, board_id::text, points, active_days from standings order by 1, 2
  `
  const right = await rows()
  await t.world.db.query(change)
  expect(await compare()).toEqual({ ...healthy, ...found })
  // Once the days are right, the places derived from the wrong days differ.
  expect(await repair()).toEqual({ ...healthy, ...found, ...(places ? { standings: places } : {}) })
  expect(await rows()).toEqual(right)
  expect(await compare()).toEqual(healthy)
})

test("operators' decisions are kept, and open pages are notified of a repair", async () => {
  await onDecision(t.world, first, { source: "file", externalId: "whole" }, "decline")
  expect(await compare()).toEqual(healthy)
  let told = 0
  const live = { ...t.world.live, publish: async () => void told++ }
  await recompute({ ...t.world, live }, { repair: false })
  expect(told).toBe(0)
  await recompute({ ...t.world, live }, { repair: true })
  expect(told).toBe(1)
})
