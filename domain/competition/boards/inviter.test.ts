import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { type Boards, createBoards } from "./board.ts"
import { inviterOf } from "./inviter.ts"

let t: TestWorld
let boards: Boards
beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})
beforeEach(() => t.world.db.sql`delete from athletes`)

async function inviteOf(athlete: number): Promise<string> {
  const [row] = await t.world.db.sql<{ invite: string }>`select invite from athletes where id = ${athlete}`
  return row?.invite as string
}

test("an invitation greets with the member's name, figure and place as visitors may see them", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  await onActivity(t.world, ana, sentRun())
  await boards.catchUp()
  expect(await inviterOf(t.world, boards, await inviteOf(ana))).toMatchObject({
    shown: { name: "Ana", figure: "run", place: { race: "two-week race", rank: 1, total: 1 } },
  })
})

test("a member with a hidden name invites without it, and an unknown address belongs to nobody", async () => {
  const hidden = await addAthlete(t.world, { name: "Ben", visibility: "members" })
  expect(await inviterOf(t.world, boards, await inviteOf(hidden))).toEqual({ shown: null })
  expect(await inviterOf(t.world, boards, "0123456789ab")).toBeNull()
})

test("sample athletes have no invitation", async () => {
  const sample = await addAthlete(t.world, { demo: true })
  expect(await inviterOf(t.world, boards, await inviteOf(sample))).toBeNull()
})
