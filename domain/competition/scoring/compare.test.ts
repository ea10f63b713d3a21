/** The comparison that a member sees beside an activity that lost to another one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { unpackSamples } from "#primitives/samples.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivities, onActivity } from "../pipeline.ts"
import { compareOwn } from "./compare.ts"

let t: TestWorld
let ana: number
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  ana = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
})

const at = (hours: number) => new Date(Date.parse("2026-11-18T15:00:00Z") + hours * 3_600_000)
const print = fingerprint(anySamples(1))
const samples = unpackSamples(Buffer.from(print, "base64"))
async function brought(externalId: string, changes: Parameters<typeof sentRun>[0] = {}, by = ana) {
  await onActivity(t.world, by, sentRun({ externalId, name: externalId, ...changes }))
  return idOf(externalId)
}
async function idOf(externalId: string): Promise<number> {
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${externalId}`
  return row?.id ?? 0
}
async function compared(activityId: number, by = ana) {
  const userId = await accountOf(t.world, by)
  return compareOwn(t.world, { userId, activityId })
}
const otherOf = async (id: number) => {
  const found = await compared(id)
  if (!found.ok) throw new Error(found.code)
  return found.other !== null && typeof found.other === "object" ? found.other.name : found.other
}

test("an activity is compared with the one that counts for most of the same minutes", async () => {
  await brought("short", { startedAt: at(-0.9), elapsedS: 3600, detail: 300 })
  await brought("long", { startedAt: at(0.05), detail: 200 })
  const id = await brought("lost", { startedAt: at(0), fingerprint: print })
  expect(await compared(id)).toMatchObject({
    ok: true,
    own: { id, name: "lost", kind: "run", source: "file", movingS: 3600, distanceM: 10_000, samples },
    other: { name: "long", samples: null },
  })
})

test("a copy within two days is compared with its original, whatever its clock", async () => {
  await brought("first", { startedAt: at(0), fingerprint: print, detail: 200 })
  await brought("another", { startedAt: at(-30), detail: 300 })
  expect(await otherOf(await brought("copy", { startedAt: at(-24), fingerprint: print }))).toBe("first")
})

test("a copy is compared with the athlete's own recording of another week; a deleted one is reported as gone", async () => {
  await brought("first", { startedAt: at(-120), fingerprint: print })
  const copy = await brought("copy", { startedAt: at(0), fingerprint: print })
  expect(await otherOf(copy)).toBe("first")
  await t.world.db.sql`delete from activities where name = 'first'`
  expect(await otherOf(copy)).toBe("gone")
  await onActivities(t.world, ana, [
    sentRun({ externalId: "x", fingerprint: fingerprint(anySamples(2)), startedAt: at(-100) }),
    sentRun({ externalId: "y", fingerprint: fingerprint(anySamples(2)), startedAt: at(-20) }),
  ])
  expect(await otherOf(await idOf("y"))).toBe("gone")
})

test("of another athlete's recording only its existence is revealed", async () => {
  const ben = await addAthlete(t.world, { name: "Ben", email: "ben@b4m.test" })
  const theirs = await brought("theirs", { fingerprint: print }, ben)
  const id = await brought("mine", { fingerprint: print })
  const found = await compared(id)
  expect(found).toMatchObject({ ok: true, own: { id }, other: "another account's" })
  expect(JSON.stringify(found)).not.toContain("theirs")
  expect(await compared(theirs, ana)).toEqual({ ok: false, code: "unknown_activity" })
  expect(await compared(id, ben)).toEqual({ ok: false, code: "unknown_activity" })
})

test("an activity that lost to none has no comparison", async () => {
  await brought("near", { startedAt: at(0) })
  expect(await otherOf(await brought("fast", { startedAt: at(-3), distanceM: 30_000 }))).toBeNull()
  expect(await otherOf(await brought("typed", { manual: true, startedAt: at(0) }))).toBeNull()
})
