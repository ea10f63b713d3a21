/** When a command cannot be undone: its subject is gone, has changed, or is no longer known. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { CommandName } from "./commands.ts"
import { act } from "./journal.ts"
import { eraseJournalValues } from "./privacy.ts"
import { decideReview } from "./review/decide.ts"
import type { Operator } from "./roles.ts"
import { setSeasonPrizes } from "./seasons.ts"
import { undo, undoBatch } from "./undo.ts"

let t: TestWorld
let owner: Operator
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())

type Values = Record<string, unknown>

/** An entry as its command would have written it. */
async function entry(
  command: CommandName,
  id: string,
  values: { before: Values; after: Values; batch?: string },
) {
  const { before, after, batch = null } = values
  const look = async (_db: unknown, done?: object) => (done ? after : before)
  const subject = { kind: "thing", id, person: { email: "mira@example.com" } }
  const done = await act(t.world, owner, { command, subject, look, batch }, async () => ({
    ok: true as const,
  }))
  return ("entry" in done && done.entry) || 0
}

const gone = randomUUID()
const changed = { ok: false, code: "changed" }

test.each<[CommandName, string, Values, Values, string]>([
  ["review.count", "987654", { decision: null }, { decision: "count" }, "changed"],
  ["inbox.accept", gone, { status: "new" }, { status: "accepted" }, "changed"],
  ["order.fulfill", gone, { fulfillment: "open" }, { fulfillment: "done" }, "not_found"],
  ["season.reinstate", "none:987654", { disqualified: "Drove." }, { disqualified: null }, "changed"],
  ["season.prizes", "none", { prizes: [] }, { prizes: ["A shirt"] }, "changed"],
  ["newsletter.pause", "987654", { state: "sending" }, { state: "paused" }, "changed"],
  ["event.check-in", gone, { checkedInAt: null }, { checkedInAt: "2026-11-20" }, "changed"],
  ["person.ban", gone, { banned: false }, { banned: true }, "changed"],
])("%s of what has gone is not taken back", async (command, id, before, after, code) => {
  const made = await entry(command, id, { before, after })
  expect(await undo(t.world, owner, made, { reason: "A mistake" })).toEqual({ ok: false, code })
})

test("Nothing can be restored to a state that no longer exists", async () => {
  const { sql } = t.world.db
  const [order, submission] = [randomUUID(), randomUUID()]
  await sql`insert into orders (id, key, kind, product, name, mode, amount_cents, test, created_at, fulfillment)
    values (${order}, gen_random_uuid(), 'service', 'x', 'X', 'payment', 100, true, now(), 'done')`
  await sql`
    insert into submissions (id, form, form_version, key, email, name, answers, consent_text, submitted_at, status,
      status_at, mails_due)
    values (${submission}, 'partner', 1, gen_random_uuid(), 'a@example.com', 'A', '{}', 'x', now(), 'declined', now(), false)`
  const fulfilled = { before: { fulfillment: "packed" }, after: { fulfillment: "done" } }
  expect(await undo(t.world, owner, await entry("order.fulfill", order, fulfilled))).toEqual(changed)
  const declined = { before: { status: "parked" }, after: { status: "declined" } }
  expect(await undo(t.world, owner, await entry("inbox.decline", submission, declined))).toEqual(changed)
})

test("A command that changed nothing, or whose values were erased with the person, cannot be undone", async () => {
  const same = { disqualified: null }
  const nothing = await entry("season.reinstate", "none:1", { before: same, after: same })
  expect(await undo(t.world, owner, nothing)).toEqual({ ok: false, code: "not_undoable" })
  const banned = await entry("person.ban", gone, { before: { banned: false }, after: { banned: true } })
  await eraseJournalValues(t.world.db, { id: null, email: "mira@example.com" })
  expect(await undo(t.world, owner, banned)).toEqual({ ok: false, code: "not_undoable" })
})

test("An undo that eight people press at once runs once, and the other requests report that", async () => {
  const athlete = await addAthlete(t.world, { name: "Raced" })
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [{ id = 0 } = {}] = await t.world.db.sql<{ id: number }>`select max(id)::float8 as id from activities`
  const decided = await decideReview(t.world, owner, { id, decision: "decline" })
  const made = ("entry" in decided && decided.entry) || 0
  const all = await Promise.all(Array.from({ length: 8 }, () => undo(t.world, owner, made)))
  const codes = all.map((one) => (one.ok ? "done" : one.code))
  expect(codes.sort()).toEqual([...Array(7).fill("already_undone"), "done"])
})

test("A change made while an undo waited for its turn is not overwritten", async () => {
  const athlete = await addAthlete(t.world, { name: "Overtaken" })
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [{ id = 0 } = {}] = await t.world.db.sql<{ id: number }>`select max(id)::float8 as id from activities`
  const decided = await decideReview(t.world, owner, { id, decision: "decline" })
  const made = ("entry" in decided && decided.entry) || 0
  const [counted, undone] = await Promise.all([
    decideReview(t.world, owner, { id, decision: "count" }),
    undo(t.world, owner, made),
  ])
  // Whichever command was first, the other one saw its effect.
  const [now] = await t.world.db.sql<{
    decision: string | null
  }>`select decision from activities where id = ${id}`
  expect(now?.decision).toBe("count")
  expect(counted).toMatchObject({ ok: true })
  if (!undone.ok) expect(undone).toEqual(changed)
})

test("The previous prizes of a season are restored, unless they were changed again", async () => {
  const season = "fortnightly-2026-11-23"
  const set = async (titles: string[]) => {
    const done = await setSeasonPrizes(t.world, owner, { season, titles })
    return ("entry" in done && done.entry) || 0
  }
  const first = await set(["A shirt"])
  const second = await set(["A cap", "Socks"])
  expect(await undo(t.world, owner, first)).toEqual(changed)
  expect(await undo(t.world, owner, second)).toMatchObject({ ok: true })
  const titles = await t.world.db.sql`select title from private.season_prizes`
  expect(titles).toEqual([{ title: "A shirt" }])
})

test("Undoing a decision restores the previous one; a batch is undone as far as possible", async () => {
  const athlete = await addAthlete(t.world)
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  const [{ id = 0 } = {}] = await t.world.db.sql<{ id: number }>`
    select max(id)::float8 as id from activities`
  const decide = async (decision: "count" | "decline" | null) => {
    const done = await decideReview(t.world, owner, { id, decision })
    return ("entry" in done && done.entry) || 0
  }
  const decision = async () =>
    (await t.world.db.sql<{ decision: string | null }>`select decision from activities where id = ${id}`)[0]
      ?.decision
  for (const before of ["count", "decline", null] as const) {
    await decide(before)
    const later = await decide(before === "count" ? "decline" : "count")
    expect(await undo(t.world, owner, later)).toMatchObject({ ok: true })
    expect(await decision()).toBe(before)
  }
  const batch = randomUUID()
  const stale = { before: { decision: null }, after: { decision: "count" }, batch }
  await entry("review.count", "987654", stale)
  await decideReview(t.world, owner, { id, decision: "decline", batch })
  expect(await undoBatch(t.world, owner, batch)).toEqual({ undone: 1, refused: 1 })
  expect(await decision()).toBeNull()
})
