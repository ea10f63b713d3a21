import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { exportJournal } from "../privacy.ts"
import { linesAbout, pageOfJournal } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import { confirmAddress, erasePerson, exportPerson, setBan, setRole } from "./account.ts"
import { pageOfPeople } from "./find.ts"
import { openPerson } from "./person.ts"
import { beginView, endView, viewAs } from "./view-as.ts"

let t: TestWorld
let owner: Operator
let helper: Operator
let userId: string
const email = "mira@example.com"
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
  const mira = await addAthlete(t.world, { name: "Mira Lang", email })
  const other = await addAthlete(t.world, { name: "Nils Ort", email: "nils@example.com" })
  await onActivity(t.world, mira, sentRun({ name: "Mira's run" }))
  await onActivity(t.world, other, sentRun({ name: "Nils's run" }))
  await t.world.db.sql`update auth.users set created_at = ${t.world.now()}, updated_at = ${t.world.now()}`
  const [user] = await t.world.db.sql<{ id: string }>`select id from auth.users where email = ${email}`
  userId = user?.id ?? ""
})
afterAll(() => t.close())

const page = () => ({ now: t.world.now(), limit: 50, offset: 0 })

test("People are found by a part of the name or the address, with or without an account", async () => {
  const { db, now } = t.world
  await db.sql`
    insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status_at, mails_due)
    values ('partner-inquiry', 1, 'k1', 'Guest@example.com', 'Gast Haus', '{}', 'x', ${now()}, ${now()}, false)`
  expect((await pageOfPeople(db, { q: "lang" }, page())).rows).toMatchObject([
    { email, name: "Mira Lang", userId },
  ])
  expect((await pageOfPeople(db, { q: "guest@" }, page())).rows).toMatchObject([
    { userId: null, name: "Gast Haus" },
  ])
  expect((await pageOfPeople(db, { q: "%" }, page())).total).toBe(0)
  expect((await pageOfPeople(db, { kind: "operator" }, page())).total).toBe(2)
  expect((await pageOfPeople(db, { kind: "athlete" }, { ...page(), limit: 1 })).rows).toHaveLength(1)
})

test("Opening a person's page is recorded, and not allowed for a helper", async () => {
  const opened = await openPerson(t.world, owner, userId)
  expect(opened.ok && opened.person).toMatchObject({ account: { email }, athlete: { activities: 1 } })
  expect(await linesAbout(t.world.db, { subject: "account", id: userId })).toMatchObject([
    { command: "person.read" },
  ])
  expect(await openPerson(t.world, helper, userId)).toEqual({ ok: false, code: "not_allowed" })
})

test("A ban ends the sessions, is undone by its entry, and nobody bans themselves", async () => {
  const banned = await setBan(t.world, owner, { userId, banned: true, reason: "Insults" })
  expect(await t.world.accounts.find(t.world.db, userId)).toBeNull()
  expect(
    await undo(t.world, owner, ("entry" in banned && banned.entry) || 0, { reason: "By mistake" }),
  ).toMatchObject({ ok: true })
  expect(await t.world.accounts.find(t.world.db, userId)).not.toBeNull()
  expect(await setBan(t.world, owner, { userId: owner.id ?? "", banned: true })).toEqual({
    ok: false,
    code: "yourself",
  })
})

test("An address is confirmed once, with the reason", async () => {
  expect(await confirmAddress(t.world, owner, { userId, reason: "Called us" })).toMatchObject({ ok: true })
  const [line] = await linesAbout(t.world.db, { subject: "account", id: userId })
  expect(line).toMatchObject({ command: "person.confirm", reason: "Called us", after: { confirmed: true } })
})

test("A role is granted and revoked only with a fresh second factor", async () => {
  const late = { ...owner, provenAt: new Date(t.world.now().getTime() - 600_000) }
  expect(await setRole(t.world, late, { userId, role: "helper" })).toEqual({
    ok: false,
    code: "proof_needed",
  })
  expect(await setRole(t.world, helper, { userId, role: "owner" })).toEqual({
    ok: false,
    code: "not_allowed",
  })
  expect(await setRole(t.world, owner, { userId: owner.id ?? "", role: null })).toEqual({
    ok: false,
    code: "yourself",
  })
  expect(await setRole(t.world, owner, { userId, role: "helper" })).toMatchObject({ ok: true })
  expect((await t.world.accounts.find(t.world.db, userId))?.role).toBe("helper")
  expect(await setRole(t.world, owner, { userId, role: null })).toMatchObject({ ok: true })
  expect((await t.world.accounts.find(t.world.db, userId))?.role).toBeNull()
})

test("A view of a member is open for its operator alone, for fifteen minutes, with a reason", async () => {
  expect(await viewAs(t.world, owner, userId)).toBeNull()
  expect(await beginView(t.world, owner, { userId, reason: "" })).toEqual({
    ok: false,
    code: "reason_missing",
  })
  const begun = async (reason: string) => (await beginView(t.world, owner, { userId, reason })).ok
  expect([await begun("  four  "), await begun("fives")]).toEqual([false, true])
  await endView(t.world, owner, userId)
  expect(await beginView(t.world, owner, { userId, reason: "Cannot see the run" })).toMatchObject({
    ok: true,
  })
  expect(await viewAs(t.world, owner, userId)).not.toBeNull()
  const other = await addOperatorSession(t.world, "owner")
  expect(await viewAs(t.world, other, userId)).toBeNull()
  await endView(t.world, owner, userId)
  expect(await viewAs(t.world, owner, userId)).toBeNull()
  await beginView(t.world, owner, { userId, reason: "Once more" })
  t.clock.advance(15 * 60_000)
  expect(await viewAs(t.world, owner, userId)).toBeNull()
  t.clock.advance(-15 * 60_000)
})

test("Export and erasure need the second factor, and erasure the typed address; the person's data is erased from the journal", async () => {
  const kept = [{ name: "nothing", onExport: async () => null }]
  const late = { ...owner, provenAt: new Date(t.world.now().getTime() - 600_000) }
  expect(await exportPerson(t.world, late, { userId, kept })).toEqual({ ok: false, code: "proof_needed" })
  expect(await exportPerson(t.world, owner, { userId, kept })).toMatchObject({
    ok: true,
    data: { account: { email } },
  })
  expect(await erasePerson(t.world, owner, { userId, confirmation: "mira", kept })).toEqual({
    ok: false,
    code: "confirmation_differs",
  })
  expect(await erasePerson(t.world, helper, { userId, confirmation: email, kept })).toMatchObject({
    code: "not_allowed",
  })
  const self = { userId: owner.id ?? "", confirmation: owner.name, kept }
  expect(await erasePerson(t.world, owner, self)).toEqual({ ok: false, code: "yourself" })
  expect(await erasePerson(t.world, owner, { userId, confirmation: email, kept })).toMatchObject({ ok: true })
  expect(await t.world.accounts.find(t.world.db, userId)).toBeNull()
  expect(JSON.stringify(await linesAbout(t.world.db, { subject: "account", id: userId }))).not.toContain(
    "Mira",
  )
})

test("The journal is filtered by operator, command, subject and date", async () => {
  const { db } = t.world
  const total = async (filter: Parameters<typeof pageOfJournal>[1]) =>
    (await pageOfJournal(db, filter, { limit: 50, offset: 0 })).total
  const address = "ove@example.com"
  const ove = await addAthlete(t.world, { name: "Ove Sand", email: address })
  const [{ id = "" } = {}] = await db.sql<{
    id: string
  }>`select user_id as id from athletes where id = ${ove}`
  const before = await total({ command: "person.ban" })
  const mine = await total({ person: id })
  await setBan(t.world, owner, { userId: id, banned: true, reason: "Insults" })
  await confirmAddress(t.world, owner, { userId: id, reason: "Called us" })
  const all = await total({})
  expect(await total({ command: "person" })).toBeGreaterThan(await total({ command: "person.ban" }))
  expect(await total({ command: "person.ban" })).toBe(before + 1)
  expect(await total({ operator: owner.name.slice(0, 12) })).toBe(all)
  expect(await total({ operator: "%" })).toBe(0)
  expect(await total({ from: "2026-11-20", to: "2026-11-20" })).toBe(all)
  expect(await total({ from: "2026-11-21" })).toBe(0)
  expect(await total({ to: "2026-11-19" })).toBe(0)
  expect([mine, await total({ person: id })]).toEqual([0, 2])
  expect(await total({ subject: "account", subjectId: id })).toBe(2)
  expect(await total({ subject: "order" })).toBe(0)
  expect(await total({ subjectId: randomUUID() })).toBe(0)
  const batch = randomUUID()
  const { sql } = db
  await sql`
    insert into private.journal (at, shell_user, command, needs, needs_proof, subject, subject_id, fields, batch)
    select at, 'ops', command, needs, false, subject, subject_id, fields, ${batch}
    from private.journal where subject_id = ${id} and command = 'person.ban'`
  expect([await total({ batch }), await total({ batch: randomUUID() })]).toEqual([1, 0])
  expect(await total({ operator: "OPS" })).toBe(1)
  expect(await exportJournal(db, { id, email: address })).not.toBeNull()
})
