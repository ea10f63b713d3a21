import { afterAll, beforeAll, expect, test } from "vitest"
import { changeMember } from "#domain/members/member.ts"
import { addMember } from "#test/support/community.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { block, blockedBy, unblock } from "./block.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

test("A member blocks whom they see, once, and finds the name again although it was hidden since", async () => {
  const [mia, ex] = [await addMember(t.world, "Mia"), await addMember(t.world, "Ex")]
  expect(await block(t.world, mia.userId, ex.slug)).toEqual({ ok: true })
  expect(await block(t.world, mia.userId, ex.slug)).toEqual({ ok: true })
  await changeMember(t.world, ex.userId, { visibility: "hidden", displayName: "Renamed" })
  expect(await blockedBy(t.world, mia.userId)).toMatchObject([{ athlete: ex.slug, name: "Ex" }])
  expect(await blockedBy(t.world, ex.userId)).toEqual([])
  expect(await unblock(t.world, mia.userId, ex.slug)).toEqual({ ok: true })
  expect(await blockedBy(t.world, mia.userId)).toEqual([])
})

test("Blocking somebody who is hidden reveals nothing, and samples, oneself and strangers are refused", async () => {
  const mia = await addMember(t.world, "Mia")
  const hidden = await addMember(t.world, "Secret Name", { visibility: "hidden" })
  const refused = (code: string) => ({ ok: false, code })
  expect(await block(t.world, mia.userId, hidden.slug)).toEqual(refused("unknown_athlete"))
  expect(await block(t.world, mia.userId, mia.slug)).toEqual(refused("yourself"))
  const sample = await addAthlete(t.world, { name: "Sample", demo: true })
  const [row] = await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${sample}`
  expect(await block(t.world, mia.userId, row?.slug ?? "")).toEqual(refused("unknown_athlete"))
  expect(await block(t.world, crypto.randomUUID(), mia.slug)).toEqual(refused("not_joined"))
  expect(JSON.stringify(await blockedBy(t.world, mia.userId))).not.toContain("Secret")
})
