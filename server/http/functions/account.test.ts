/** Functions for the member's own account: sessions, export, deletion. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { join } from "#domain/members/member.ts"
import { erase, type PersonalData } from "#domain/members/privacy.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { serverFunctions } from "./registry.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const minutes = (count: number) => count * 60_000

async function call(name: string, token: string | null, input: object = {}) {
  const claims: Claims = token ? ((await site.service.verifyToken(token)) ?? {}) : { role: "anon" }
  const userId = typeof claims.sub === "string" ? claims.sub : null
  const run = serverFunctions[name]
  if (!run) throw new Error(`There is no function ${name}`)
  const request = new Request(`http://b4m.test/functions/v1/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
  })
  const answer = await run(site.test.world, request, {
    role: userId ? "authenticated" : "anon",
    userId,
    claims,
  })
  return { status: answer.status, body: await answer.json() }
}

test("Sessions are listed with the current one marked, and others can be ended", async () => {
  const { session } = await site.member("sessions@example.com")
  const other = await site.signIn("sessions@example.com", testPassword, {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  })
  const listed = await call("list-sessions", session.access_token)
  expect(listed.status).toBe(200)
  expect(listed.body.sessions).toHaveLength(2)
  const current = listed.body.sessions.filter((one: { current: boolean }) => one.current)
  expect(current).toHaveLength(1)
  const elsewhere = listed.body.sessions.find((one: { current: boolean }) => !one.current)
  expect(elsewhere).toMatchObject({
    device: "Firefox on Linux",
    ip: "192.0.2.1",
    lastUsedAt: "2026-11-20T12:00:00.000Z",
  })

  const stranger = await site.member("sessions-stranger@example.com")
  expect((await call("end-session", stranger.session.access_token, { id: elsewhere.id })).status).toBe(404)
  expect(await call("end-session", session.access_token, { id: elsewhere.id })).toEqual({
    status: 200,
    body: { ended: elsewhere.id },
  })
  // Its token has not expired, but functions no longer accept it.
  expect(await call("list-sessions", other.access_token)).toMatchObject({
    status: 401,
    body: { code: "session_not_found" },
  })
  expect((await call("end-session", session.access_token, { id: "everything" })).body.error).toBe(
    "id: must be the id of a session",
  )
})

test.each(Object.keys(serverFunctions).filter((name) => /session|data|account/.test(name)))(
  "%s is refused without a member",
  async (name) => {
    const input = { id: randomUUID(), confirmation: "x" }
    expect(await call(name, null, input)).toMatchObject({
      status: 401,
      body: { code: "session_not_found" },
    })
  },
)

test("An account with a second factor requires it", async () => {
  const { id, session } = await site.member("secured@example.com")
  const { db } = site.test.world
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'totp', 'verified', now(), now())`
  for (const name of ["list-sessions", "export-data", "delete-account"])
    expect(await call(name, session.access_token, { confirmation: "secured@example.com" })).toMatchObject({
      status: 403,
      body: { code: "insufficient_aal" },
    })
})

test("An export contains the account, its sessions and the membership", async () => {
  const { id, session } = await site.member("export-me@example.com")
  const joined = await join(site.test.world, {
    userId: id,
    displayName: "Zoë",
    visibility: "members",
    units: "metric",
    timeZone: "Europe/Berlin",
    consentText: "I agree.",
  })
  expect(joined.ok).toBe(true)
  const { status, body } = await call("export-data", session.access_token)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    exportedAt: "2026-11-20T12:00:00.000Z",
    account: { email: "export-me@example.com" },
    sessions: [{ ip: "192.0.2.1" }],
    member: { display_name: "Zoë", visibility: "members", consent_text: "I agree." },
  })
  expect(JSON.stringify(body)).not.toContain(session.refresh_token)
})

test("Deletion requires the typed address and a recent sign-in, removes everything, and is confirmed by mail", async () => {
  const { id, session } = await site.member("leaving@example.com")
  const refused = await call("delete-account", session.access_token, { confirmation: "delete" })
  expect(refused).toMatchObject({ status: 422, body: { code: "confirmation_differs" } })

  // Refreshing does not make a sign-in recent, but entering the password again does.
  site.test.clock.advance(minutes(16))
  const refreshed = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  const late = await call("delete-account", refreshed.json.access_token, {
    confirmation: "leaving@example.com",
  })
  expect(late).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } })

  const again = await site.signIn("leaving@example.com")
  site.test.mails.length = 0
  expect(await call("delete-account", again.access_token, { confirmation: " Leaving@example.com " })).toEqual(
    { status: 200, body: { deleted: true } },
  )
  expect(site.test.mails).toMatchObject([{ to: "leaving@example.com", kind: "account.deleted" }])
  expect(await site.test.world.accounts.find(site.test.world.db, id)).toBeNull()
  expect((await call("export-data", again.access_token)).status).toBe(401)
  await site.member("leaving@example.com")
})

test("If one part cannot be erased, everything is kept and no mail is sent", async () => {
  const { id } = await site.member("kept@example.com")
  const erased: string[] = []
  const failing: PersonalData[] = [
    { name: "first", onExport: async () => null, onErase: async () => void erased.push("first") },
    {
      name: "second",
      onExport: async () => null,
      onErase: async () => {
        throw new Error("the other service is down")
      },
    },
  ]
  const { world } = site.test
  site.test.mails.length = 0
  const goodbye = { userId: id, confirmation: "kept@example.com", provenAt: world.now() }
  await expect(erase(world, goodbye, failing)).rejects.toThrow("the other service is down")
  expect(erased).toEqual(["first"])
  expect(await world.accounts.find(world.db, id)).toMatchObject({ email: "kept@example.com" })
  expect(site.test.mails).toEqual([])
})

test("A token is made after a recent sign-in, listed without itself, and deleted by its owner alone", async () => {
  const { session } = await site.member("tokens@example.com")
  const wanted = { name: "Phone", scopes: ["me:write"], days: 30 }
  expect(await call("create-token", session.access_token, { ...wanted, scopes: ["all"] })).toMatchObject({
    status: 400,
    body: { code: "invalid_input" },
  })
  const made = await call("create-token", session.access_token, wanted)
  expect(made).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^b4m_/) } })
  const listed = await call("list-tokens", session.access_token)
  expect(listed.body.tokens).toMatchObject([{ name: "Phone", scopes: ["me:write"], usedAt: null }])
  expect(JSON.stringify(listed.body)).not.toContain(made.body.token.slice(4))

  const [{ id }] = listed.body.tokens
  const stranger = await site.member("tokens-stranger@example.com")
  expect((await call("end-token", stranger.session.access_token, { id })).status).toBe(404)
  expect((await call("end-token", session.access_token, { id })).status).toBe(200)
  expect((await call("list-tokens", session.access_token)).body.tokens).toEqual([])
})
