import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { announce } from "#domain/competition/boards/board.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { pageOfReviews } from "#domain/competition/review/review.ts"
import type { World } from "#domain/world.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { act, rehearse } from "./journal.ts"
import { readConsoleState, shownTo } from "./moved.ts"
import { eraseJournalValues, exportJournal } from "./privacy.ts"
import { linesAbout } from "./read-journal.ts"
import { claim, claimsOfOthers } from "./review/claim.ts"
import { decideReview, noteOn } from "./review/decide.ts"
import { type Operator, shellOperator } from "./roles.ts"
import { canUndo, undo, undoBatch } from "./undo.ts"

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
  expect(await decideReview(t.world, helper, { id, decision: "count", seen: "another" })).toEqual({
    ok: false,
    code: "changed",
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

test("A batch is undone as a whole", async () => {
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
  // A helper whose session claims the role of an owner.
  await expect(act(t.world, { ...helper, role: "owner" }, grant, nothing)).rejects.toThrow(
    "does not hold the role",
  )
  const former = await addOperatorSession(t.world, "owner")
  await t.world.db.sql`update auth.users set raw_app_meta_data = '{}' where id = ${former.id}`
  const note = { command: "review.note", subject: { kind: "activity", id: "1" } } as const
  await expect(act(t.world, former, note, nothing)).rejects.toThrow("does not hold the role")
})

test("Roles need a second factor of the last ten minutes, also enforced by the database", async () => {
  const grant = { command: "role.grant", subject: { kind: "account", id: "x" } } as const
  const nothing = async () => ({ ok: true as const })
  const now = t.world.now()
  expect(await act(t.world, owner, grant, nothing)).toMatchObject({ ok: true })
  const late = new Date(now.getTime() - 10 * 60_000)
  expect(await act(t.world, { ...owner, provenAt: late }, grant, nothing)).toEqual({
    ok: false,
    code: "proof_needed",
  })
  await t.world.db.sql`update private.cookie_sessions set proven_at = ${late} where id = ${owner.sessionId}`
  await expect(act(t.world, owner, grant, nothing)).rejects.toThrow("too long ago")
  await t.world.db.sql`update private.cookie_sessions set proven_at = ${now} where id = ${owner.sessionId}`
})

test("If no second factor is required, an old one is sufficient; an entry with only a reason has no values", async () => {
  const { sql } = t.world.db
  const late = new Date(t.world.now().getTime() - 10 * 60_000)
  await sql`update private.cookie_sessions set proven_at = ${late} where id = ${owner.sessionId}`
  const note = { command: "review.note", subject: { kind: "thing", id: "late" }, reason: "Seen" } as const
  expect(
    await act(t.world, { ...owner, provenAt: late }, note, async () => ({ ok: true as const })),
  ).toMatchObject({
    ok: true,
  })
  expect(await linesAbout(t.world.db, { subject: "thing", id: "late" })).toMatchObject([
    { reason: "Seen", fields: [], before: null, after: null },
  ])
  await sql`update private.cookie_sessions set proven_at = ${t.world.now()} where id = ${owner.sessionId}`
})

test("Notifications to others are sent after the commit, and not at all without one", async () => {
  const sent: string[] = []
  const committed = async () =>
    (await t.world.db.sql`select from private.settings where name = 'tried'`).length > 0
  const world: World = {
    ...t.world,
    live: {
      ...t.world.live,
      publish: async (_db, topic) => void sent.push(`${topic} ${await committed()}`),
    },
  }
  const command = { command: "review.note", subject: { kind: "activity", id: "1" }, reason: "x" } as const
  const verb = async (inside: World) => {
    await inside.db.sql`insert into private.settings (name, value) values ('tried', 'x')`
    announce(inside)
    inside.jobs.wake(inside.db, "mails")
    await inside.jobs.add(inside.db, "queue", { n: 1 })
    return { ok: true as const }
  }
  t.jobs.length = 0
  expect(await rehearse(world, helper, command, verb)).toEqual({ ok: true })
  const refused = async (inside: World) => ({
    ...(await verb(inside)),
    ok: false as const,
    code: "no",
  })
  expect(await act(world, helper, command, refused)).toMatchObject({ ok: false, code: "no" })
  const failing = async (inside: World) => {
    await verb(inside)
    throw new Error("broken")
  }
  await expect(act(world, helper, command, failing)).rejects.toThrow("broken")
  expect([sent, t.jobs, await committed()]).toEqual([[], [], false])
  expect(await act(world, helper, command, verb)).toMatchObject({ ok: true, entry: expect.any(Number) })
  await expect.poll(() => sent).toEqual(["boards true"])
  expect(t.jobs.map(({ queue }) => queue).sort()).toEqual(["mails", "queue"])
  await t.world.db.sql`delete from private.settings where name = 'tried'`
})

test("An entry names the operator and the changes, and has values only if there are any", async () => {
  const { db } = t.world
  const shell = shellOperator("ops", t.world.now())
  const subject = { kind: "thing", id: "7", person: { email: "Ada@Example.com" } }
  const states = [
    { same: 1, gone: 2 },
    { same: 1, made: [3] },
  ]
  const look = async () => states[looks++ % 2] as Record<string, unknown>
  let looks = 0
  const nothing = async () => ({ ok: true as const })
  await act(t.world, shell, { command: "review.note", subject, look, reason: "" }, nothing)
  await act(t.world, shell, { command: "review.note", subject: { ...subject, person: {} } }, nothing)
  expect(await linesAbout(db, { subject: "thing", id: "7" })).toMatchObject([
    { fields: [], before: null, after: null, reason: null },
    {
      operator: "ops (shell)",
      says: "noted something on an activity",
      fields: ["gone", "made"],
      before: { gone: 2, made: null },
      after: { gone: null, made: [3] },
      reason: null,
    },
  ])
  const values = await db.sql`
    select v.email, v.user_id from private.journal_values v join private.journal j on j.id = v.entry_id where j.subject_id = '7'`
  expect(values).toEqual([{ email: "ada@example.com", user_id: null }])
  // By address in every case, including people without an account, but not those without an address.
  expect(await exportJournal(db, { id: randomUUID(), email: "ADA@example.com" })).toHaveLength(1)
  expect(await exportJournal(db, { id: randomUUID(), email: null })).toBeNull()
  expect(await eraseJournalValues(db, { id: null, email: null })).toEqual({ rows: 0 })
  expect(await eraseJournalValues(db, { id: null, email: "ADA@example.com" })).toEqual({ rows: 1 })
})

test("An unknown entry, or one without an inverse, cannot be undone", async () => {
  expect(await undo(t.world, owner, 987_654_321)).toEqual({ ok: false, code: "unknown_entry" })
  expect([canUndo("review.count"), canUndo("order.refund"), canUndo("toString")]).toEqual([
    true,
    false,
    false,
  ])
})

test("An open desk learns of entries and of others' claims, until a claim expires", async () => {
  const read = async (by = helper) => shownTo(by, await readConsoleState(t.world))
  const id = await waiting("Lotte")
  const other = await waiting("Kaya")
  const first = await read()
  expect(first).toMatch(/^[\w-]{16}$/)
  expect(await read(owner)).toBe(first)
  await claim(t.world, owner, id)
  const claimed = await read()
  expect(claimed).not.toBe(first)
  expect(await read(owner)).toBe(first)
  await claim(t.world, owner, await waiting("Mina"))
  expect(await read()).not.toBe(claimed)
  expect(await claimsOfOthers(t.world, helper, [id, other])).toEqual(new Map([[id, owner.name]]))
  expect((await claimsOfOthers(t.world, owner, [id, other])).size).toBe(0)
  t.clock.advance(5 * 60_000)
  expect(await read()).toBe(first)
  expect((await claimsOfOthers(t.world, helper, [id])).size).toBe(0)
  await noteOn(t.world, owner, { id, text: "Seen." })
  expect(await read()).not.toBe(first)
  expect(await read(owner)).not.toBe(first)
  // A shell claims nothing, and an operator without an address is recorded as such.
  const shell = shellOperator("ops", t.world.now())
  expect(await claim(t.world, shell, id)).toBeNull()
  await claim(t.world, owner, id)
  await t.world.db.sql`update auth.users set email = null where id = ${owner.id}`
  expect(await claim(t.world, shell, id)).toMatchObject({ operator: "Another operator" })
  expect([...(await claimsOfOthers(t.world, helper, [id])).values()]).toEqual(["Another operator"])
  await t.world.db.sql`update auth.users set email = ${owner.name} where id = ${owner.id}`
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

test("An activity claimed by one operator cannot be decided by another until the claim expires", async () => {
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

test("Once a claim has expired, any operator may decide", async () => {
  const id = await waiting("Ines")
  await claim(t.world, owner, id)
  t.clock.advance(5 * 60_000 - 1)
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toMatchObject({ code: "claimed" })
  t.clock.advance(1)
  expect(await decideReview(t.world, helper, { id, decision: "count" })).toMatchObject({ ok: true })
})

test("Of two operators who decide at once, one succeeds", async () => {
  const id = await waiting("Jun")
  const both = await Promise.all([
    decideReview(t.world, owner, { id, decision: "count", seen: null }),
    decideReview(t.world, helper, { id, decision: "count", seen: null }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await linesAbout(t.world.db, { subject: "activity", id: String(id) })).toHaveLength(1)
})
