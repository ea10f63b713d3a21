/** The refusals of commands about people, and the data in their entries. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { linesAbout, pageOfJournal } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import { confirmAddress, erasePerson, exportPerson, setBan, setRole } from "./account.ts"
import { eraseAddress } from "./erase-address.ts"
import { pageOfPeople } from "./find.ts"
import { openPerson } from "./person.ts"
import { decidePhotoAsOperator, switchPhotoReviewAsOperator } from "./photo-commands.ts"
import { mailId, resendMail } from "./resend.ts"
import { beginView, viewAs } from "./view-as.ts"

let t: TestWorld
let owner: Operator
let userId: string
let athlete: number
const email = "mira@example.com"
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from auth.users where email = ${email}`
  athlete = await addAthlete(t.world, { name: "Mira Lang", email })
  const [user] = await t.world.db.sql<{ id: string }>`
    update auth.users set created_at = ${t.world.now()}, updated_at = ${t.world.now()} where email = ${email} returning id`
  userId = user?.id ?? ""
})

const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const lastEntry = async (done: object) => (await linesAbout(t.world.db, { entry: entryOf(done) }))[0]
const stranger = randomUUID()
const unknown = { ok: false, code: "unknown_account" }
const kept = [{ name: "nothing", onExport: async () => ({ kept: true }) }]

test("Commands refuse an unknown account and the operator's own", async () => {
  const reason = "By phone"
  expect(await setBan(t.world, owner, { userId: stranger, banned: true })).toEqual(unknown)
  expect(await confirmAddress(t.world, owner, { userId: stranger, reason })).toEqual(unknown)
  expect(await exportPerson(t.world, owner, { userId: stranger, kept })).toEqual(unknown)
  expect(await setRole(t.world, owner, { userId: stranger, role: "helper" })).toEqual(unknown)
  expect(await openPerson(t.world, owner, stranger)).toEqual(unknown)
  expect(await beginView(t.world, owner, { userId: stranger, reason })).toEqual(unknown)
  expect(await erasePerson(t.world, owner, { userId: stranger, confirmation: "", kept })).toMatchObject({
    ok: false,
    code: "not_found",
  })
  const self = owner.id ?? ""
  const yourself = { ok: false, code: "yourself" }
  expect(await setBan(t.world, owner, { userId: self, banned: false })).toEqual(yourself)
  expect(await setRole(t.world, owner, { userId: self, role: "helper" })).toEqual(yourself)
  expect(await erasePerson(t.world, owner, { userId: self, confirmation: owner.name, kept })).toEqual(
    yourself,
  )
})

test("Entries about bans, roles and confirmations keep the values before and after, and can be undone both ways", async () => {
  const banned = await setBan(t.world, owner, { userId, banned: true, reason: "Insults" })
  expect(await lastEntry(banned)).toMatchObject({
    command: "person.ban",
    before: { banned: false },
    after: { banned: true },
    reason: "Insults",
  })
  const lifted = await setBan(t.world, owner, { userId, banned: false })
  expect(await lastEntry(lifted)).toMatchObject({
    command: "person.unban",
    before: { banned: true },
    after: { banned: false },
  })
  expect(await undo(t.world, owner, entryOf(lifted), { reason: "By mistake" })).toMatchObject({ ok: true })
  expect(await t.world.accounts.find(t.world.db, userId)).toBeNull()
  await setBan(t.world, owner, { userId, banned: false })

  const granted = await setRole(t.world, owner, { userId, role: "helper" })
  expect(await lastEntry(granted)).toMatchObject({
    command: "role.grant",
    before: { role: null },
    after: { role: "helper" },
  })
  const removed = await setRole(t.world, owner, { userId, role: null })
  expect(await lastEntry(removed)).toMatchObject({
    command: "role.remove",
    before: { role: "helper" },
    after: { role: null },
  })

  const confirmed = await confirmAddress(t.world, owner, { userId, reason: "By phone" })
  expect(await lastEntry(confirmed)).toMatchObject({
    before: { confirmed: false },
    after: { confirmed: true },
  })
  expect(await exportPerson(t.world, owner, { userId, kept })).toMatchObject({
    ok: true,
    data: { nothing: { kept: true } },
  })
})

test("An address without an account is erased by every part that stores data about it", async () => {
  const asked: string[] = []
  const part = (rows: number) => async (_world: unknown, _db: unknown, address: string) => {
    asked.push(address)
    return { rows }
  }
  const erase = (address: string, ...rows: number[]) =>
    eraseAddress(t.world, owner, { email: address, kept: rows.map(part) })
  expect(await erase(" Guest@Example.com ", 2, 0, 3)).toMatchObject({ ok: true, rows: 5 })
  expect(asked).toEqual(Array(3).fill("guest@example.com"))
  expect(await erase("guest@example.com", 0, 0)).toEqual({ ok: false, code: "nothing" })
  asked.length = 0
  expect(await erase("MIRA@example.com", 1)).toEqual({ ok: false, code: "has_account" })
  expect(asked).toEqual([])
})

test.each([
  ["8f0c3a52-1111-4222-8333-444455556666", true],
  ["8F0C3A52-1111-4222-8333-444455556666", false],
  ["8f0c3a52-1111-4222-8333-444455556666 or true", false],
  ["x8f0c3a52-1111-4222-8333-444455556666", false],
  ["", false],
])("%j is the id of a mail: %s", (given, is) => {
  const form = new FormData()
  form.set("resend", given)
  expect(mailId(form)).toBe(is ? given : "00000000-0000-0000-0000-000000000000")
})

test("A mail is sent again while it is stored, with an entry about its recipient", async () => {
  const [mail] = await t.world.db.sql<{ id: string }>`
    insert into private.mails (kind, recipient, state, message) values ('x', ${email}, 'dead', '{}') returning id`
  const id = mail?.id ?? ""
  const again = (sent: boolean) => ({ ...t.world, mail: { ...t.world.mail, again: async () => sent } })
  expect(await resendMail(again(false), owner, id)).toEqual({ ok: false, code: "not_kept" })
  const change: typeof t.world = {
    ...t.world,
    mail: {
      ...t.world.mail,
      async again(db, one) {
        await db.sql`update private.mails set state = 'queued' where id = ${one}`
        return true
      },
    },
  }
  const done = await resendMail(change, owner, id)
  expect(await lastEntry(done)).toMatchObject({
    subjectId: id,
    before: { state: "dead" },
    after: { state: "queued" },
  })
  const found = await pageOfJournal(t.world.db, { person: "MIRA@example.com" }, { limit: 9, offset: 0 })
  expect(found.rows.map(({ command }) => command)).toContain("mail.resend")
  expect(await resendMail(again(true), owner, randomUUID())).toMatchObject({ ok: true })
})

test("A view needs a reason of some length, belongs to its operator, and shows nothing before it starts", async () => {
  expect(await viewAs(t.world, owner, userId)).toBeNull()
  for (const reason of ["", "1234", "  1234  "])
    expect(await beginView(t.world, owner, { userId, reason })).toEqual({ ok: false, code: "reason_missing" })
  const until = new Date(t.world.now().getTime() + 15 * 60_000)
  expect(await beginView(t.world, owner, { userId, reason: "12345" })).toMatchObject({ ok: true, until })
  expect(await viewAs(t.world, owner, userId)).toEqual({ until })
})

test("Only a known photo can be decided on; the review setting is switched, and restored through its entry", async () => {
  const version = randomUUID()
  const decide = (of: string, decision: "show" | "decline") =>
    decidePhotoAsOperator(t.world, owner, { version: of, decision })
  expect(await decide(version, "show")).toEqual({ ok: false, code: "unknown_photo" })
  await t.world.db.sql`insert into athlete_photos (athlete_id, version, state, placed_at)
    values (${athlete}, ${version}, 'waiting', now())`
  expect(await lastEntry(await decide(version, "show"))).toMatchObject({
    command: "photo.show",
    before: { state: "waiting" },
    after: { state: "shown" },
  })
  expect(await lastEntry(await decide(version, "decline"))).toMatchObject({
    command: "photo.decline",
    after: { state: "declined" },
  })
  const review = async () =>
    (await t.world.db.sql`select value from private.settings where name = 'photo_review'`)[0]?.value
  await t.world.db.sql`update private.settings set value = 'on' where name = 'photo_review'`
  const off = await switchPhotoReviewAsOperator(t.world, owner, { on: false })
  expect([await review(), (await lastEntry(off))?.after]).toEqual(["off", { on: false }])
  const on = await switchPhotoReviewAsOperator(t.world, owner, { on: true })
  expect([await review(), (await lastEntry(on))?.after]).toEqual(["on", { on: true }])
  expect(await undo(t.world, owner, entryOf(on))).toMatchObject({ ok: true })
  expect(await review()).toBe("off")
  expect(await undo(t.world, owner, entryOf(off))).toMatchObject({ ok: true })
  expect(await review()).toBe("on")
})

test("A person's page contains everything that belongs to the account or its address, in any case of letters", async () => {
  const { sql } = t.world.db
  await onActivity(t.world, athlete, sentRun({ distanceM: 22_000 }))
  await onActivity(t.world, athlete, sentRun({ startedAt: new Date("2026-11-17T15:00:00Z") }))
  await sql`update auth.users set email = 'Mira@Example.com' where id = ${userId}`
  await sql`insert into private.mails (kind, recipient, state, message) values ('hello', ${email}, 'sent', null)`
  await sql`insert into orders (key, kind, product, name, mode, amount_cents, test, created_at, email)
    values (gen_random_uuid(), 'service', 'x', 'Kit', 'payment', 100, true, now(), 'MIRA@example.com')`
  const opened = await openPerson(t.world, owner, userId)
  expect(opened.ok && opened.person).toMatchObject({
    account: { email: "Mira@Example.com", banned: false, role: null, secured: false, sessions: 0 },
    athlete: { name: "Mira Lang", activities: 2, waiting: 1 },
    orders: [{ name: "Kit" }],
    consents: [],
    spots: [],
  })
  expect(opened.ok && opened.person.mails.map(({ kind }) => kind)).toContain("hello")
  await sql`update athletes set user_id = null where id = ${athlete}`
  await sql`update auth.users set email = null where id = ${userId}`
  expect(await openPerson(t.world, owner, userId)).toMatchObject({
    ok: true,
    person: { athlete: null, mails: [], orders: [] },
  })
  await sql`delete from auth.users where id = ${userId}`
})

test("People are found by kind and by words with spaces around them", async () => {
  const find = async (filter: Parameters<typeof pageOfPeople>[1]) =>
    (await pageOfPeople(t.world.db, filter, { now: t.world.now(), limit: 9, offset: 0 })).rows.map(
      (one) => one.email,
    )
  expect(await find({ q: "  MIRA LANG " })).toEqual([email])
  expect(await find({ q: "mira", kind: "athlete" })).toEqual([email])
  expect(await find({ q: "mira", kind: "operator" })).toEqual([])
  expect(await find({ q: "_" })).toEqual([])
})
