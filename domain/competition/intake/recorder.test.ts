/** Which recorder an activity comes from is stored so that nobody can read its serial number from it. */
import { expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { take } from "./take.ts"

test("a recorder’s model is stored as text, and its serial number only as a hash", async () => {
  const t = await createCompetitionWorld()
  const athleteId = await addAthlete(t.world, {})
  const {
    kind: _kind,
    source: _source,
    sport,
    recorderModel: _model,
    recorderKey: _key,
    ...facts
  } = sentRun()
  const activities = ["111", "111", "222", null].map((serial, n) => ({
    ...facts,
    externalId: `r${n}`,
    startedAt: new Date(Date.UTC(2026, 10, 15 + n, 15)),
    sports: [sport],
    recorder: { model: "Coros Pace", serial },
  }))
  await take(t.world, { athleteId, source: "file", activities })
  const rows = await t.world.db.sql<{ model: string; key: string | null }>`
    select recorder_model as model, recorder_key as key from activities order by started_at
  `
  expect(rows.map(({ model }) => model)).toEqual(Array(4).fill("Coros Pace"))
  const [first, second, other, none] = rows.map(({ key }) => key)
  expect([first === second, first === other, none]).toEqual([true, false, null])
  expect(JSON.stringify(rows)).not.toMatch(/111|222/)
  // Sent again by an older export without the serial number, the latest version applies.
  await take(t.world, {
    athleteId,
    source: "file",
    activities: activities.slice(2, 3).map((one) => ({ ...one, recorder: null })),
  })
  const [row] = await t.world.db.sql`select recorder_model from activities where external_id = 'r2'`
  expect(row).toEqual({ recorder_model: null })
  await t.close()
})
