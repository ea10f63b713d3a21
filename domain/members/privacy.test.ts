import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { erase } from "./privacy.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createCompetitionWorld()
})
afterAll(() => site.close())

test("Erasing a member removes points and activities, and the boards match a recount", async () => {
  const { world } = site
  const email = "board@example.com"
  const athleteId = await addAthlete(world, { email, name: "Board" })
  const staying = await addAthlete(world, { email: "stays@example.com", name: "Stays" })
  for (const id of [athleteId, staying]) await onActivity(world, id, sentRun())
  const [user] = await world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  const goodbye = { userId: user?.id ?? "", confirmation: email, provenAt: world.now() }
  expect(await erase(world, goodbye, [])).toEqual({ ok: true })
  const left = await world.db.sql<{
    athlete_id: number
  }>`select athlete_id::float8 as athlete_id from activities`
  expect(left.map((row) => row.athlete_id)).toEqual([staying])
  expect(await recompute(world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})
