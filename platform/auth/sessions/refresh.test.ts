import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ sessionInactivityS: 86_400, sessionTimeboxS: 10 * 86_400 })
})
afterAll(() => site.close())

const refresh = (token: string) =>
  site.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } })

const user = (token: string) => site.call("GET", "/user", { token })

test("A refresh returns a new pair in the same session", async () => {
  const { session } = await site.member("refresh@example.com")
  const next = await refresh(session.refresh_token)
  expect(next.status).toBe(200)
  expect(next.json.refresh_token).not.toBe(session.refresh_token)
  const [before, after] = await Promise.all(
    [session.access_token, next.json.access_token].map((token) => site.service.verifyToken(token)),
  )
  expect(after?.session_id).toBe(before?.session_id)
  expect(after?.amr).toMatchObject([{ method: "password" }])
})

test("Parallel refreshes return one child", async () => {
  const { session } = await site.member("parallel@example.com")
  const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(session.refresh_token)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200))
  expect(new Set(answers.map((answer) => answer.json.refresh_token)).size).toBe(1)
})

test("The parent works for ten more seconds; after that, its use ends the family", async () => {
  const { session } = await site.member("replay@example.com")
  const child = (await refresh(session.refresh_token)).json
  site.test.clock.advance(10_000)
  expect((await refresh(session.refresh_token)).json.refresh_token).toBe(child.refresh_token)
  site.test.clock.advance(1)
  const replay = await refresh(session.refresh_token)
  expect(replay.status).toBe(400)
  expect(replay.json).toMatchObject({
    error_code: "refresh_token_already_used",
    msg: "Invalid Refresh Token: Already Used",
  })
  expect((await refresh(child.refresh_token)).status).toBe(400)
  expect((await user(child.access_token)).json.error_code).toBe("session_not_found")
})

test("A grandparent counts as a replay immediately", async () => {
  const { session } = await site.member("grand@example.com")
  const child = (await refresh(session.refresh_token)).json
  const grandchild = (await refresh(child.refresh_token)).json
  expect((await refresh(session.refresh_token)).json.error_code).toBe("refresh_token_already_used")
  expect((await refresh(grandchild.refresh_token)).status).toBe(400)
})

test("An unknown token is reported as not found", async () => {
  const answer = await refresh("no such token")
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({
    error_code: "refresh_token_not_found",
    msg: "Invalid Refresh Token: Refresh Token Not Found",
  })
  expect((await refresh("")).json.error_code).toBe("validation_failed")
})

test("A banned or deleted member cannot refresh and keeps no session", async () => {
  const banned = await site.member("banned@example.com")
  const token = testKeys.secret
  // Updates the table directly: the route would end the sessions itself.
  await site.test.world.db.query("update auth.users set banned_until = $1 where id = $2", [
    new Date(site.test.world.now().getTime() + 60_000),
    banned.id,
  ])
  expect((await user(banned.session.access_token)).json).toMatchObject({ error_code: "user_banned" })
  expect((await refresh(banned.session.refresh_token)).json.error_code).toBe("user_banned")
  site.test.clock.advance(61_000)
  expect((await refresh(banned.session.refresh_token)).json.error_code).toBe("refresh_token_not_found")

  const gone = await site.member("gone@example.com")
  await site.call("DELETE", `/admin/users/${gone.id}`, { token })
  expect((await refresh(gone.session.refresh_token)).status).toBe(400)
  expect((await user(gone.session.access_token)).json.error_code).toBe("user_not_found")
})

test("A session ends after inactivity, and at the latest at its maximum lifetime", async () => {
  const silent = await site.member("silent@example.com")
  site.test.clock.advance(86_400_000)
  expect((await refresh(silent.session.refresh_token)).json).toMatchObject({
    error_code: "session_expired",
    msg: "Invalid Refresh Token: Session Expired",
  })
  expect((await refresh(silent.session.refresh_token)).json.error_code).toBe("refresh_token_not_found")
  let { session } = await site.member("busy@example.com")
  for (let day = 0; day < 11; day++) {
    site.test.clock.advance(86_000_000)
    const next = await refresh(session.refresh_token)
    if (next.status === 400) {
      expect(next.json.error_code).toBe("session_expired")
      expect(day).toBe(10)
      return
    }
    session = next.json
  }
  throw new Error("The session never ended")
})

test("A token contains the data set by the member and by administrators", async () => {
  const { id, session } = await site.member("held@example.com")
  const body = { user_metadata: { city: "Oslo" }, app_metadata: { team: "red" }, role: "trainer" }
  await site.call("PUT", `/admin/users/${id}`, { token: testKeys.secret, body })
  const next = await refresh(session.refresh_token)
  const claims = await site.service.verifyToken(next.json.access_token)
  expect(claims).toMatchObject({ ...body, user_metadata: { city: "Oslo" }, app_metadata: { team: "red" } })
})

test("The table contains no usable token", async () => {
  const { session } = await site.member("digest@example.com")
  const rows = await site.test.world.db.query("select token, parent from auth.refresh_tokens")
  expect(JSON.stringify(rows)).not.toContain(session.refresh_token)
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(String(row.token)))).toBe(true)
})

test("A refresh by a deleted member and a reused token are reported, recorded and logged", async () => {
  const { id, session } = await site.member("meanwhile@example.com")
  await site.test.world.db.query("update auth.users set deleted_at = now() where id = $1", [id])
  expect((await refresh(session.refresh_token)).json.error_code).toBe("user_not_found")
  expect((await refresh(session.refresh_token)).json.error_code).toBe("refresh_token_not_found")

  const reused = await site.member("reused@example.com")
  await refresh((await refresh(reused.session.refresh_token)).json.refresh_token)
  await refresh(reused.session.refresh_token)
  expect(site.test.log.entries.at(-1)).toMatchObject({ message: expect.stringContaining("used again") })
  const noted = await site.test.world.db.query(
    `select payload ->> 'action' as action from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' like 'token_%' order by 1`,
    [reused.id],
  )
  expect(noted.map(({ action }) => action)).toEqual(["token_refreshed", "token_refreshed", "token_revoked"])
})

test("A session from an older database is at aal1, and its methods have whole seconds", async () => {
  const { id, session } = await site.member("older@example.com")
  const { db } = site.test.world
  await db.query("update auth.sessions set aal = null where user_id = $1", [id])
  const empty = "raw_app_meta_data = null, raw_user_meta_data = null, role = null"
  await db.query(`update auth.users set ${empty} where id = $1`, [id])
  await db.query(
    `update auth.mfa_amr_claims set updated_at = '2026-11-20T12:00:00.999Z'
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [id],
  )
  const next = await refresh(session.refresh_token)
  expect(await site.service.verifyToken(next.json.access_token)).toMatchObject({
    aal: "aal1",
    role: "authenticated",
    app_metadata: {},
    user_metadata: {},
    amr: [{ method: "password", timestamp: Date.parse("2026-11-20T12:00:00Z") / 1000 }],
  })
  expect((await user(next.json.access_token)).status).toBe(200)
})
