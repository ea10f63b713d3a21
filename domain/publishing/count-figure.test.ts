/** The community's figures, counted: without samples, test payments, and training that its service does not let us show. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { countFigure } from "./count-figure.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

const all = () =>
  Promise.all(
    (["members", "miles", "events", "raised", "research"] as const).map((what) => countFigure(t.world, what)),
  )

test("nothing is counted at first", async () => expect(await all()).toEqual(["0", "0", "0", "$0", "$0"]))

test("each figure counts what really happened", async () => {
  const { sql } = t.world.db
  const [ana, demo, shy] = [await addAthlete(t.world), await addAthlete(t.world), await addAthlete(t.world)]
  for (const athlete of [ana, demo, shy]) await onActivity(t.world, athlete, sentRun({ distanceM: 8_050 }))
  await sql`update athletes set demo = true where id = ${demo}`
  await sql`update athlete_days set restricted = true where athlete_id = ${shy}`
  // Longer ago than a week, and than four.
  for (const day of ["2026-11-05", "2026-10-15"]) {
    t.clock.set(`${day}T20:00:00Z`)
    const athlete = await addAthlete(t.world)
    await onActivity(t.world, athlete, sentRun({ startedAt: new Date(`${day}T15:00:00Z`), distanceM: 8_050 }))
  }
  t.clock.set("2026-11-20T20:00:00Z")
  await sql`insert into event_occurrences (event, held_on, starts_at, spots, taken) values
    ('sunrise-run', '2026-11-17', '2026-11-17T14:00:00Z', 25, 3), ('sunrise-run', '2026-11-19', '2026-11-19T14:00:00Z', 25, 0),
    ('sunrise-run', '2026-11-24', '2026-11-24T14:00:00Z', 25, 3), ('sunrise-run', '2025-11-18', '2025-11-18T14:00:00Z', 25, 3)`
  const order = (
    key: string,
    cents: number,
    more: { test?: boolean; refunded?: number; paid?: boolean; kind?: string },
  ) => sql`
    insert into orders (key, kind, product, name, mode, amount_cents, total_cents, test, refunded_cents, paid_at, created_at)
    values (${key}, ${more.kind ?? "donation"}, 'donation', 'Donation', 'payment', ${cents}, ${cents}, ${more.test ?? false},
      ${more.refunded ?? 0}, ${more.paid === false ? null : t.world.now()}, ${t.world.now()})`
  await order("a", 10_000, {})
  await order("b", 5_000, { refunded: 1_000 })
  await order("c", 70_000, { test: true })
  await order("d", 70_000, { paid: false })
  await order("e", 70_000, { kind: "service" })
  expect(await all()).toEqual(["2", "5", "1", "$140", "$70"])
})
