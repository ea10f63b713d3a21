import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { viewerFaces } from "./viewer-faces.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

const photo = "7f1f9e3a-7b51-4d53-9f0e-0d1d2b1f5a11"

test.each([
  // switch, visibility, data of a restricted service, its display: visitors, members
  [false, "public", "none", "members", 0, 0],
  [true, "public", "none", "members", 1, 1],
  [true, "members", "none", "members", 0, 1],
  [true, "hidden", "none", "members", 0, 0],
  [true, "public", "confirmed", "members", 0, 1],
  [true, "public", "confirmed", "public", 1, 1],
  [true, "public", "unconfirmed", "members", 0, 0],
  [true, "public", "unconfirmed", "public", 0, 0],
  [true, "members", "confirmed", "public", 0, 1],
  [false, "public", "confirmed", "public", 0, 0],
] as const)(
  "switch %s, shown to %s, restricted data %s, display %s: %i face for visitors, %i for members",
  async (on, visibility, restricted, display, visitors, members) => {
    const { sql } = t.world.db
    const ana = await addAthlete(t.world, { name: "Ana" })
    await sql`
      update athletes set visibility = ${visibility}, restricted_data = ${restricted}, photo = ${photo}::uuid, slug = 'ana'
      where id = ${ana}
    `
    if (on) await sql`update athletes set shows_looking = true where id = ${ana}`
    await sql`update private.settings set value = ${display} where name = 'strava_display'`
    const face = { name: "Ana", photo, figure: "other", athlete: "ana" }
    expect(await viewerFaces(t.world.db, [ana])).toEqual({
      visitors: visitors ? [face] : [],
      members: members ? [face] : [],
    })
  },
)

test("faces keep the requested order; deleted members have none", async () => {
  const { sql } = t.world.db
  const [ana, ben] = [await addAthlete(t.world, { name: "Ana" }), await addAthlete(t.world, { name: "Ben" })]
  await sql`update athletes set shows_looking = true`
  expect((await viewerFaces(t.world.db, [ben, 0, ana])).visitors.map(({ name }) => name)).toEqual([
    "Ben",
    "Ana",
  ])
  expect(await viewerFaces(t.world.db, [])).toEqual({ visitors: [], members: [] })
  await sql`update athletes set demo = true`
  expect(await viewerFaces(t.world.db, [ana, ben])).toEqual({ visitors: [], members: [] })
})
