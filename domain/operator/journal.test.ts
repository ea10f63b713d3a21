import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { pageOfReviews } from "#domain/competition/scoring/review.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { act, rehearse } from "./journal.ts"
import { eraseJournalValues, exportJournal } from "./privacy.ts"
import { linesAbout } from "./read-journal.ts"
import { claim } from "./review/claim.ts"
import { decideReview, noteOn } from "./review/decide.ts"
import type { Operator } from "./roles.ts"
import { undo, undoBatch } from "./undo.ts"

let t: TestWorld
let owner: Operator
let helper: Operator
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())

async function entries(): Promise<number> {
  const [row] = await t.world.db.sql<{ n: number }>`select count(*)::integer as n from private.journal`
  return row?.n ?? 0
}

/** An activity that waits for review. */
async function waiting(name: string, email?: string): Promise<number> {
  const athlete = await addAthlete(t.world, { name, ...(email ? { email } : {}) })
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const { rows } = await pageOfReviews(t.world, { view: "waiting", athlete: name }, { limit: 1, offset: 0 })
  return rows[0]?.id ?? 0
}

test("A command writes one entry, a dry run and a refusal none", async () => {
  const id = await waiting("Dora")
  const before = await entries()
  expect(await decideReview(t.world, helper, { id, decision: "count", dryRun: true })).toMatchObject({
    ok: true,
  })
  expect(await decideReview(t.world, helper, { id: 987_654_321, decision: "count" })).toMatchObject({
    code: "unknown_activity",
  })
  expect(await entries()).toBe(before)
  const done = await decideReview(t.world, helper, { id, decision: "count", reason: "A known runner" })
  expect(done).toMatchObject({ ok: true })
  expect(await entries()).toBe(before + 1)
  expect(await linesAbout(t.world.db, { subject: "activity", id: String(id) })).toMatchObject([
    {
      operator: helper.name,
      command: "review.count",
      reason: "A known runner",
      fields: ["status", "decision"],
      before: { status: "review", decision: null },
      after: { status: "counted", decision: "count" },
    },
  ])
})

test("Undo is the inverse command with its own entry, once, and only while nothing else has happened", async () => {
  const id = await waiting("Emil")
  const done = await decideReview(t.world, owner, { id, decision: "decline" })
  const entry = "entry" in done ? (done.entry ?? 0) : 0
  expect(await undo(t.world, owner, entry)).toMatchObject({ ok: true })
  expect(await undo(t.world, owner, entry)).toEqual({ ok: false, code: "already_undone" })
  const [inverse, first] = await linesAbout(t.world.db, { subject: "activity", id: String(id) })
  expect([inverse, first]).toMatchObject([
    { command: "review.reset", undoes: entry },
    { command: "review.decline", undoneBy: inverse?.id },
  ])
  const again = await decideReview(t.world, owner, { id, decision: "decline" })
  await decideReview(t.world, owner, { id, decision: "count" })
  expect(await undo(t.world, owner, ("entry" in again && again.entry) || 0)).toEqual({
    ok: false,
    code: "changed",
  })
  const noted = await noteOn(t.world, owner, { id, text: "Asked the athlete." })
  expect(await undo(t.world, owner, ("entry" in noted && noted.entry) || 0)).toMatchObject({
    code: "not_undoable",
  })
})

test("A batch is taken back as a whole", async () => {
  const ids = [await waiting("Fay"), await waiting("Gil")]
  const batch = randomUUID()
  for (const id of ids) await decideReview(t.world, owner, { id, decision: "decline", batch })
  expect(await undoBatch(t.world, owner, batch)).toEqual({ undone: 2, refused: 0 })
  expect(await undoBatch(t.world, owner, batch)).toEqual({ undone: 0, refused: 0 })
})

test("The role is checked by the function and, behind it, by the database", async () => {
  const grant = { command: "role.grant", subject: { kind: "account", id: "x" } } as const
  const nothing = async () => ({ ok: true as const })
  expect(await act(t.world, helper, grant, nothing)).toEqual({ ok: false, code: "not_allowed" })
  expect(await rehearse(t.world, helper, grant, nothing)).toEqual({ ok: false, code: "not_allowed" })
  // A helper whose session claims to be an owner's.
  await expect(act(t.world, { ...helper, role: "owner" }, grant, nothing)).rejects.toThrow(
    "does not hold the role",
  )
  const former = await addOperatorSession(t.world, "owner")
  await t.world.db.sql`update auth.users set raw_app_meta_data = '{}' where id = ${former.id}`
  const note = { command: "review.note", subject: { kind: "activity", id: "1" } } as const
  await expect(act(t.world, former, note, nothing)).rejects.toThrow("does not hold the role")
})

test("Roles need a second factor of the last ten minutes, also by the database", async () => {
  const grant = { command: "role.grant", subject: { kind: "account", id: "x" } } as const
  const nothing = async () => ({ ok: true as const })
  const now = t.world.now()
  expect(await act(t.world, owner, grant, nothing)).toMatchObject({ ok: true })
  const late = new Date(now.getTime() - 10 * 60_000)
  expect(await act(t.world, { ...owner, provenAt: late }, grant, nothing)).toEqual({
    ok: false,
    code: "proof_needed",
  })
  await t.world.db.sql`update private.operator_sessions set proven_at = ${late} where id = ${owner.sessionId}`
  await expect(act(t.world, owner, grant, nothing)).rejects.toThrow("too long ago")
  await t.world.db.sql`update private.operator_sessions set proven_at = ${now} where id = ${owner.sessionId}`
})

test("Entries are never changed or deleted", async () => {
  const { sql } = t.world.db
  await expect(sql`update private.journal set command = 'nothing'`).rejects.toThrow("append-only")
  await expect(sql`delete from private.journal`).rejects.toThrow("append-only")
})

test("Values about a person are exported and erased with the person; the entry stays", async () => {
  const email = "hedy@example.com"
  const id = await waiting("Hedy", email)
  await decideReview(t.world, owner, { id, decision: "decline", reason: "Hedy drove." })
  const [user] = await t.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  const person = { id: user?.id ?? "", email }
  expect(JSON.stringify(await exportJournal(t.world.db, person))).toContain("Hedy drove.")
  const before = await entries()
  await eraseJournalValues(t.world.db, person)
  expect(await exportJournal(t.world.db, person)).toBeNull()
  expect(await entries()).toBe(before)
})

test("What one operator looks at, another cannot decide until the claim runs out", async () => {
  const id = await waiting("Iris")
  expect(await claim(t.world, owner, id)).toBeNull()
  expect(await claim(t.world, helper, id)).toMatchObject({ operator: owner.name })
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toEqual({
    ok: false,
    code: "claimed",
  })
  t.clock.advance(5 * 60_000)
  expect(await claim(t.world, helper, id)).toBeNull()
  expect(await claim(t.world, owner, id)).toMatchObject({ operator: helper.name })
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toMatchObject({ ok: true })
  expect(await claim(t.world, owner, id)).toBeNull()
})

test("Once a claim has run out, whoever never looked may decide as well", async () => {
  const id = await waiting("Ines")
  await claim(t.world, owner, id)
  t.clock.advance(5 * 60_000 - 1)
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toMatchObject({ code: "claimed" })
  t.clock.advance(1)
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toMatchObject({ ok: true })
})

test("Of two operators who decide at once, one does", async () => {
  const id = await waiting("Jun")
  const both = await Promise.all([
    decideReview(t.world, owner, { id, decision: "count", seen: null }),
    decideReview(t.world, helper, { id, decision: "count", seen: null }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await linesAbout(t.world.db, { subject: "activity", id: String(id) })).toHaveLength(1)
})
