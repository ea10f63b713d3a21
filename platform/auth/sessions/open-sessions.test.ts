import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

/** Whether the gateway accepts the token, now and after its cache has expired. */
async function nowAndLater(token: string): Promise<boolean[]> {
  const now = (await site.service.verifyToken(token)) !== null
  site.test.clock.advance(30_000)
  return [now, (await site.service.verifyToken(token)) !== null]
}

test("An access token stops working at most half a minute after its session ended, for any reason", async () => {
  const admin = (path: string, body: object) =>
    site.call("PUT", `/admin/users/${path}`, { token: testKeys.secret, body })
  const { db } = site.test.world
  const ends: Record<string, (member: { id: string; token: string; other: string }) => Promise<unknown>> = {
    "a global sign-out on another device": ({ other }) =>
      site.call("POST", "/logout?scope=global", { token: other }),
    "a sign-out of the others": ({ other }) => site.call("POST", "/logout?scope=others", { token: other }),
    "a ban": ({ id }) => admin(id, { ban_duration: "24h" }),
    "a ban in SQL": ({ id }) =>
      db.query("update auth.users set banned_until = '9999-01-01' where id = $1", [id]),
    "a password by an operator": ({ id }) => admin(id, { password: "another fine one 3" }),
    "a new password": ({ other }) =>
      site.call("PUT", "/user", { token: other, body: { password: "another fine one 3" } }),
    deletion: ({ id }) => site.call("DELETE", `/admin/users/${id}`, { token: testKeys.secret }),
  }
  for (const [name, end] of Object.entries(ends)) {
    const address = `${name.replaceAll(" ", ".")}@example.com`
    const { id, session } = await site.member(address)
    const other = await site.signIn(address)
    expect([name, ...(await nowAndLater(session.access_token))]).toEqual([name, true, true])
    await end({ id, token: session.access_token, other: other.access_token })
    // The first result may still be cached.
    expect([name, (await nowAndLater(session.access_token))[1]]).toEqual([name, false])
  }
})

test("While the database is unavailable, a token is neither accepted nor refused", async () => {
  const { session } = await site.member("away@example.com")
  const { db } = site.test.world
  await db.query("alter table auth.sessions rename to sessions_away")
  await expect(site.service.verifyToken(session.access_token)).rejects.toThrow()
  await db.query("alter table auth.sessions_away rename to sessions")
  expect(await site.service.verifyToken(session.access_token)).toMatchObject({ sub: session.user.id })
})
