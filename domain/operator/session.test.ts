import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { pruneCookieSessions, type VerifiedToken } from "#domain/cookie-session.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import type { Operator } from "./roles.ts"
import { consolesOf, endConsole, findOperator, openConsole } from "./session.ts"

const start = "2026-11-20T12:00:00Z"
const hour = 3_600_000
let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.world.db.sql`truncate private.cookie_sessions`
})

/** A signed-in account, as claimed by its access token. */
async function signIn({ role = "owner" as string | null, secured = true } = {}): Promise<VerifiedToken> {
  const [userId, authSessionId, now] = [randomUUID(), randomUUID(), t.world.now()]
  const { sql } = t.world.db
  await sql`insert into auth.users (id, email, raw_app_meta_data)
    values (${userId}, ${`${userId}@example.com`}, ${sql.json(role === null ? {} : { role })})`
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    values (${authSessionId}, ${userId}, ${now}, ${now}, 'aal2')`
  if (secured)
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'totp', 'verified', ${now}, ${now})`
  return { userId, authSessionId, role, secondFactor: true, provenAt: now }
}

const opens = async (token: VerifiedToken, factor: "required" | "optional" = "required") =>
  (await openConsole(t.world, token, factor)).ok
const stateOf = async (token: string, factor: "required" | "optional" = "required") =>
  (await findOperator(t.world, token, factor)).state
async function opened(token: VerifiedToken, factor: "required" | "optional" = "required") {
  const found = await openConsole(t.world, token, factor)
  if (!found.ok) throw new Error("No console was opened")
  return found
}

test("The console opens for operators with an open session and a second factor, and for nobody else", async () => {
  const owner = await signIn()
  expect(await opens(owner)).toBe(true)
  expect(await opens(await signIn({ role: "helper" }))).toBe(true)
  for (const role of [null, "admin"]) expect(await opens(await signIn({ role }))).toBe(false)
  // The token must match the current account.
  expect(await opens({ ...owner, role: "helper" })).toBe(false)
  expect(await opens({ ...owner, userId: randomUUID() })).toBe(false)
  expect(await opens({ ...owner, authSessionId: randomUUID() })).toBe(false)
  expect(await opens({ ...owner, authSessionId: (await signIn()).authSessionId })).toBe(false)
})

test.each([
  [true, "required", false, false],
  [true, "optional", false, false],
  [false, "required", false, false],
  [false, "optional", false, true],
  [true, "optional", true, true],
  [false, "required", true, true],
] as const)(
  "an account with a factor (%s), where one is %s, which was entered (%s): %s",
  async (secured, factor, entered, is) => {
    const token = await signIn({ secured })
    expect(await opens({ ...token, secondFactor: entered }, factor)).toBe(is)
  },
)

test("The token identifies the operator for twelve hours; an unknown one identifies nobody", async () => {
  const account = await signIn({ role: "helper" })
  const { token, expiresAt } = await opened(account)
  expect(expiresAt).toEqual(new Date(Date.parse(start) + 12 * hour))
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await findOperator(t.world, token, "required")).toEqual({
    state: "open",
    operator: {
      id: account.userId,
      name: `${account.userId}@example.com`,
      role: "helper",
      sessionId: expect.any(String),
      provenAt: new Date(start),
    },
  })
  for (const other of ["", `${token}x`, token.toUpperCase()]) expect(await stateOf(other)).toBe("unknown")
  t.clock.advance(12 * hour - 1)
  expect(await stateOf(token)).toBe("open")
  expect([...(await consolesOf(t.world, account.userId))]).toEqual([[account.authSessionId, expiresAt]])
  t.clock.advance(1)
  expect(await stateOf(token)).toBe("ended")
  expect((await consolesOf(t.world, account.userId)).size).toBe(0)
})

test("Losing the role, the account, its session or its second factor ends the console session immediately", async () => {
  const { sql } = t.world.db
  const lost = async (change: (account: VerifiedToken) => PromiseLike<unknown>, options = {}) => {
    const account = await signIn(options)
    const { token } = await opened(account)
    await change(account)
    return stateOf(token)
  }
  expect(await lost(async () => {})).toBe("open")
  expect(
    await lost(({ userId }) => sql`update auth.users set raw_app_meta_data = '{}' where id = ${userId}`),
  ).toBe("unknown")
  expect(
    await lost(({ userId }) => sql`update auth.users set banned_until = '2999-01-01' where id = ${userId}`),
  ).toBe("unknown")
  expect(await lost(({ authSessionId: id }) => sql`delete from auth.sessions where id = ${id}`)).toBe("ended")
  // A different session of the same account does not keep this console open.
  const elsewhere = async ({ userId, authSessionId }: VerifiedToken) => {
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      values (gen_random_uuid(), ${userId}, now(), now(), 'aal2')`
    await sql`delete from auth.sessions where id = ${authSessionId}`
  }
  expect(await lost(elsewhere)).toBe("ended")
  const without = { ...(await signIn({ secured: false })), secondFactor: false }
  const { token } = await opened(without, "optional")
  expect([await stateOf(token, "optional"), await stateOf(token, "required")]).toEqual(["open", "ended"])
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${without.userId}, 'totp', 'verified', now(), now())`
  expect(await stateOf(token, "optional")).toBe("ended")
})

test("Each browser of an account has its own console session, until it is ended", async () => {
  const account = await signIn()
  const [first, second] = [await opened(account), await opened(account)]
  expect([await stateOf(first.token), await stateOf(second.token)]).toEqual(["ended", "open"])
  const other = { ...account, authSessionId: randomUUID() }
  await t.world.db.sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    values (${other.authSessionId}, ${account.userId}, ${start}, ${start}, 'aal2')`
  const third = await opened(other)
  expect((await consolesOf(t.world, account.userId)).size).toBe(2)
  const found = await findOperator(t.world, second.token, "required")
  await endConsole(t.world, (found as { operator: Operator }).operator)
  expect([await stateOf(second.token), await stateOf(third.token)]).toEqual(["ended", "open"])
})

test("The last use of a session is recorded once a minute; a token that does not say when it was verified is not accepted as recent", async () => {
  const account = await signIn()
  const { token } = await opened({ ...account, provenAt: null })
  const usedAt = async () =>
    (
      await t.world.db.sql<{ at: Date }>`select used_at as at from private.cookie_sessions`
    )[0]?.at.toISOString()
  t.clock.advance(60_000)
  expect(await findOperator(t.world, token, "required")).toMatchObject({
    operator: { provenAt: new Date(0) },
  })
  expect(await usedAt()).toBe("2026-11-20T12:00:00.000Z")
  t.clock.advance(1)
  await stateOf(token)
  expect(await usedAt()).toBe("2026-11-20T12:01:00.001Z")
})

test("An ended session is remembered for thirty days", async () => {
  const { token } = await opened(await signIn())
  t.clock.advance(12 * hour + 30 * 24 * hour)
  await pruneCookieSessions(t.world.db, t.world.now())
  expect(await stateOf(token)).toBe("ended")
  t.clock.advance(1)
  await pruneCookieSessions(t.world.db, t.world.now())
  expect(await stateOf(token)).toBe("unknown")
})
