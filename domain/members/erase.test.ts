/** Who may erase an account, and what its export contains. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { erase, exportData, type PersonalData } from "./privacy.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

const email = "mara@northline.example"
const minute = 60_000
let userId: string
let erased: unknown[]
beforeEach(async () => {
  userId = randomUUID()
  erased = []
  t.mails.length = 0
  await t.world.db.sql`delete from auth.users`
  await t.world.db
    .sql`insert into auth.users (id, email, created_at, updated_at) values (${userId}, ${email}, now(), now())`
})

const kept: PersonalData[] = [
  {
    name: "orders",
    onExport: async (_db, person) => ({ of: person.email }),
    onErase: async (_world, _db, person) => void erased.push(person.id),
  },
  { name: "cascading", onExport: async () => null },
]
const goodbye = (changes: { userId?: string; confirmation?: string; ageMs?: number } = {}) =>
  erase(
    t.world,
    {
      userId: changes.userId ?? userId,
      confirmation: changes.confirmation ?? email,
      provenAt: new Date(t.world.now().getTime() - (changes.ageMs ?? 0)),
    },
    kept,
  )
const accounts = () => t.world.db.sql`select 1 from auth.users`

test.each([
  ["proven a quarter of an hour ago", { ageMs: 15 * minute }, undefined],
  ["proven before that", { ageMs: 15 * minute + 1 }, "reauthentication_needed"],
  ["with another address", { confirmation: "nia@example.com" }, "confirmation_differs"],
  ["with no address", { confirmation: "" }, "confirmation_differs"],
  ["with the address in capitals and spaces", { confirmation: " MARA@northline.example " }, undefined],
  ["of an unknown account", { userId: randomUUID() }, "not_found"],
])("an erasure %s", async (_what, changes, code) => {
  expect(await goodbye(changes)).toEqual(code ? { ok: false, code } : { ok: true })
  expect(await accounts()).toHaveLength(code ? 1 : 0)
  expect(erased).toEqual(code ? [] : [userId])
  expect(t.mails.map(({ to, kind }) => [to, kind])).toEqual(code ? [] : [[email, "account.deleted"]])
})

test("an account without an address needs no confirmation and gets no mail", async () => {
  await t.world.db.sql`update auth.users set email = null`
  expect(await goodbye({ confirmation: "" })).toEqual({ ok: true })
  expect([await accounts(), t.mails]).toEqual([[], []])
})

test("an account deleted in the meantime is not found", async () => {
  const accountsThatAreGone = { ...t.world.accounts, remove: async () => false }
  const world = { ...t.world, accounts: accountsThatAreGone }
  expect(await erase(world, { userId, confirmation: email, provenAt: t.world.now() }, [])).toEqual({
    ok: false,
    code: "not_found",
  })
  expect(t.mails).toEqual([])
})

test("an export contains the account and every part, and is null for an unknown account", async () => {
  expect(await exportData(t.world, userId, kept)).toMatchObject({
    exportedAt: t.world.now().toISOString(),
    orders: { of: email },
    cascading: null,
  })
  expect(await exportData(t.world, randomUUID(), kept)).toBeNull()
  const world = { ...t.world, accounts: { ...t.world.accounts, export: async () => null } }
  expect(await exportData(world, userId, kept)).toBeNull()
})
