import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { mostTokens } from "#content/api.ts"
import { accountOf, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { callerOf, endToken, exportTokens, makeToken, tidyTokens, tokensOf } from "./personal-tokens.ts"

let t: TestWorld
let userId: string
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  await t.world.db.sql`delete from auth.users`
  const athlete = await addAthlete(t.world, { name: "Ana", email: "ana@example.com" })
  userId = await accountOf(t.world, athlete)
  t.mails.length = 0
})

const wanted = () => ({
  userId,
  provenAt: t.world.now(),
  name: "Phone",
  scopes: ["me:write" as const],
  days: 30,
})
async function make() {
  const made = await makeToken(t.world, wanted())
  if (!made.ok) throw new Error(made.code)
  return made.value
}

test("a token is shown once, stored as a hash, and its owner is told by mail", async () => {
  const { token, made } = await make()
  expect(token).toMatch(/^b4m_[0-9A-Za-z]{49}$/)
  const [stored] = await t.world.db.sql<{
    all: string
  }>`select to_jsonb(p)::text as all from private.personal_tokens p`
  expect(stored?.all).not.toContain(token.slice(4, 20))
  expect(await tokensOf(t.world.db, userId, t.world.now())).toEqual([made])
  expect(t.mails).toMatchObject([{ to: "ana@example.com", kind: "account.token" }])
  expect(t.mails[0]?.text).toContain("Upload workouts for you")
  expect(t.mails[0]?.text).not.toContain(token)
})

test("a caller is known by the token, and its last use is noted to the hour", async () => {
  const { token, made } = await make()
  expect(await callerOf(t.world, token)).toEqual({ tokenId: made.id, userId, scopes: ["me:write"] })
  const [{ usedAt } = { usedAt: null }] = await tokensOf(t.world.db, userId, t.world.now())
  expect(usedAt).toEqual(new Date("2026-11-20T20:00:00Z"))
})

test.each(["", "b4m_", `b4m_${"A".repeat(49)}`, "Bearer"])("%j is nobody's token", async (token) => {
  expect(await callerOf(t.world, token)).toBeNull()
})

test("one changed character makes it nobody's, by its checksum and by its hash", async () => {
  const { token } = await make()
  const last = token.at(-1) === "A" ? "B" : "A"
  expect(await callerOf(t.world, `${token.slice(0, -1)}${last}`)).toBeNull()
})

test("a token ends when it is deleted by its owner, and by nobody else", async () => {
  const { token, made } = await make()
  expect(await endToken(t.world.db, "00000000-0000-4000-8000-00000000dead", made.id)).toBe(false)
  expect(await callerOf(t.world, token)).not.toBeNull()
  expect(await endToken(t.world.db, userId, made.id)).toBe(true)
  expect(await callerOf(t.world, token)).toBeNull()
})

test("a token ends with its days, and is then deleted", async () => {
  const { token } = await make()
  t.clock.advance(30 * 86_400_000)
  expect(await callerOf(t.world, token)).toBeNull()
  await tidyTokens(t.world.db, t.world.now())
  expect(await exportTokens(t.world.db, { id: userId } as never)).toBeNull()
})

test("a token ends while its account is banned, and with the account", async () => {
  const { token } = await make()
  await t.world.accounts.ban(t.world.db, userId, new Date("2026-11-21T20:00:00Z"))
  expect(await callerOf(t.world, token)).toBeNull()
  await t.world.accounts.ban(t.world.db, userId, null)
  expect(await callerOf(t.world, token)).not.toBeNull()
  await t.world.accounts.remove(t.world.db, userId)
  expect(await callerOf(t.world, token)).toBeNull()
})

test("a token is made only within 15 minutes of a proof, and at most so many at a time", async () => {
  const old = new Date(t.world.now().getTime() - 15 * 60_000 - 1)
  expect(await makeToken(t.world, { ...wanted(), provenAt: old })).toEqual({
    ok: false,
    code: "reauthentication_needed",
  })
  const made = await Promise.all(Array.from({ length: mostTokens + 1 }, () => makeToken(t.world, wanted())))
  expect(made.filter(({ ok }) => !ok)).toEqual([{ ok: false, code: "too_many_tokens" }])
})
