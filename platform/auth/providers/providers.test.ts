import { createHash, randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type StandIn, startStandIn } from "#test/stand-ins/sign-in-provider.ts"
import { createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { tieToUser, userForProfile } from "./sign-in.ts"

const google = { clientId: "google-client", secret: "google-secret" }
let standIn: StandIn
let site: TestAuth
beforeAll(async () => {
  standIn = await startStandIn(google)
  const provider = { ...google, baseUrl: standIn.url }
  site = await createTestAuth(
    {
      providers: { google: provider, github: provider },
      manualLinking: true,
      operatorEmails: ["chief@example.com"],
    },
    { redirectAllowList: ["https://app.example/**"] },
  )
  // The stand-in signs with the real clock.
  site.test.clock.set(new Date())
})
afterAll(async () => {
  await site.close()
  await standIn.close()
})

const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? ""

/** Follows a browser through the whole flow and returns its final address. */
async function signInAt(provider: string, query = "", tamper?: (back: URL) => void): Promise<string> {
  const left = await site.call("GET", `/authorize?provider=${provider}${query}`)
  expect(left.status).toBe(302)
  const back = await standIn.visit(left.headers.get("location") ?? "")
  expect(back.origin + back.pathname).toBe("http://b4m.test/auth/v1/callback")
  tamper?.(back)
  const arrived = await site.call("GET", `/callback${back.search}`, {
    headers: { cookie: cookieOf(left.headers) },
  })
  expect(arrived.status).toBe(303)
  return arrived.headers.get("location") ?? ""
}

test.each(["google", "github"])("%s signs in a new person, and the same person again", async (provider) => {
  standIn.person = {
    id: provider === "google" ? "101" : "102",
    email: `${provider}@example.com`,
    verified: true,
    name: "New One",
  }
  const first = new URLSearchParams((await signInAt(provider)).split("#")[1])
  const user = (await site.call("GET", "/user", { token: first.get("access_token") ?? "" })).json
  expect(user).toMatchObject({
    email: `${provider}@example.com`,
    app_metadata: { provider, providers: [provider] },
    user_metadata: { full_name: "New One" },
    identities: [{ provider, id: standIn.person.id }],
  })
  standIn.person.email = `${provider}-moved@example.com`
  const again = new URLSearchParams((await signInAt(provider)).split("#")[1])
  expect((await site.call("GET", "/user", { token: again.get("access_token") ?? "" })).json.id).toBe(user.id)
})

test("The cookie and the state are both required, once, within ten minutes", async () => {
  standIn.person = { id: "200", email: "state@example.com", verified: true, name: "S" }
  const left = await site.call("GET", "/authorize?provider=google")
  expect(left.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/)
  const back = await standIn.visit(left.headers.get("location") ?? "")
  const stranger = await site.call("GET", `/callback${back.search}`, {
    headers: { cookie: "auth_visit=other" },
  })
  expect(stranger.headers.get("location")).toContain("bad_oauth_state")
  const cookie = cookieOf(left.headers)
  const late = await site.call("GET", `/callback${back.search}`, { headers: { cookie } })
  expect(late.headers.get("location")).toContain("bad_oauth_state")
  expect(await signInAt("google", "", (url) => url.searchParams.set("state", "forged"))).toContain(
    "bad_oauth_state",
  )
  expect(await signInAt("google", "", (url) => url.searchParams.set("code", "forged"))).toContain(
    "Unable+to+exchange",
  )
  expect(await signInAt("google", "", (url) => url.searchParams.delete("code"))).toContain(
    "bad_oauth_callback",
  )
  const slow = await site.call("GET", "/authorize?provider=google")
  const slowBack = await standIn.visit(slow.headers.get("location") ?? "")
  site.test.clock.advance(600_001)
  const tooLate = await site.call("GET", `/callback${slowBack.search}`, {
    headers: { cookie: cookieOf(slow.headers) },
  })
  expect(tooLate.headers.get("location")).toContain("bad_oauth_state")
  site.test.clock.set(new Date())
})

test("A verified address leads to its account, an unverified one is refused", async () => {
  const { id } = await site.member("tied@example.com")
  standIn.person = { id: "300", email: "tied@example.com", verified: false, name: "T" }
  expect(await signInAt("google")).toContain("provider_email_needs_verification")
  standIn.person.verified = true
  const session = new URLSearchParams((await signInAt("google")).split("#")[1])
  const user = (await site.call("GET", "/user", { token: session.get("access_token") ?? "" })).json
  expect(user).toMatchObject({ id, app_metadata: { provider: "email", providers: ["email", "google"] } })
  await site.signIn("tied@example.com")
})

test("A password set on somebody else's address is removed when the owner signs in through a provider", async () => {
  await site.call("POST", "/signup", { body: { email: "chief@example.com", password: testPassword } })
  standIn.person = { id: "400", email: "chief@example.com", verified: true, name: "C" }
  const session = new URLSearchParams((await signInAt("google")).split("#")[1])
  const user = (await site.call("GET", "/user", { token: session.get("access_token") ?? "" })).json
  expect(user.app_metadata).toMatchObject({ role: "owner", provider: "google", providers: ["google"] })
  expect(user.identities).toHaveLength(1)
  const stranger = await site.call("POST", "/token?grant_type=password", {
    body: { email: "chief@example.com", password: testPassword },
  })
  expect(stranger.json.error_code).toBe("invalid_credentials")
})

test("With PKCE the browser gets a code, and only an allowed page gets anything", async () => {
  standIn.person = { id: "500", email: "pkce@example.com", verified: true, name: "P" }
  const verifier = "v".repeat(50)
  const challenge = createHash("sha256").update(verifier).digest("base64url")
  const pkce = `&code_challenge=${challenge}&code_challenge_method=s256`
  const arrived = new URL(await signInAt("google", `&redirect_to=https%3A%2F%2Fapp.example%2Fin${pkce}`))
  expect(arrived.origin + arrived.pathname).toBe("https://app.example/in")
  const body = { auth_code: arrived.searchParams.get("code"), code_verifier: verifier }
  expect((await site.call("POST", "/token?grant_type=pkce", { body })).status).toBe(200)
  expect(await signInAt("google", "&redirect_to=https%3A%2F%2Fevil.example")).toMatch(/^http:\/\/b4m\.test#/)
})

test("ID tokens are accepted only from the provider and with their nonce", async () => {
  const claims = { sub: "600", email: "native@example.com", email_verified: true, name: "N" }
  const send = (id_token: unknown, extra: object = {}) =>
    site.call("POST", "/token?grant_type=id_token", { body: { provider: "google", id_token, ...extra } })
  const nonce = createHash("sha256").update("a nonce").digest("hex")
  expect(
    (await send(await standIn.idToken({ ...claims, nonce }), { nonce: "a nonce" })).json.user.email,
  ).toBe("native@example.com")
  expect((await send(await standIn.idToken({ ...claims, nonce }), { nonce: "another" })).status).toBe(400)
  expect((await send(await standIn.idToken({ ...claims, nonce }))).status).toBe(400)
  expect((await send("nonsense")).json.msg).toBe("Bad ID token")
  expect((await send(undefined)).status).toBe(400)
  const github = await site.call("POST", "/token?grant_type=id_token", {
    body: { provider: "github", id_token: "x" },
  })
  expect(github.json.error_code).toBe("provider_disabled")
})

test("A member links and unlinks a provider; the last identity stays", async () => {
  const { session } = await site.member("linker@example.com")
  const token = session.access_token
  standIn.person = { id: "700", email: "elsewhere@example.com", verified: true, name: "L" }
  const left = await site.call("GET", "/user/identities/authorize?provider=github&skip_http_redirect=true", {
    token,
  })
  const back = await standIn.visit(left.json.url)
  await site.call("GET", `/callback${back.search}`, { headers: { cookie: cookieOf(left.headers) } })
  const user = (await site.call("GET", "/user", { token })).json
  expect(user.app_metadata.providers).toEqual(["email", "github"])
  const other = await site.member("other@example.com")
  const identity = user.identities.find((one: { provider: string }) => one.provider === "github").identity_id
  const path = `/user/identities/${identity}`
  expect((await site.call("DELETE", path, { token: other.session.access_token })).json.error_code).toBe(
    "identity_not_found",
  )
  expect((await site.call("DELETE", path, { token })).json).toEqual({})
  const last = (await site.call("GET", "/user", { token })).json.identities[0].identity_id
  expect((await site.call("DELETE", `/user/identities/${last}`, { token })).json.error_code).toBe(
    "single_identity_not_deletable",
  )
})

test("Disabled features say so", async () => {
  const plain = await createTestAuth()
  try {
    expect((await plain.call("GET", "/authorize?provider=google")).json.msg).toBe(
      "Unsupported provider: provider is not enabled",
    )
    expect((await plain.call("GET", "/authorize?provider=myspace")).status).toBe(400)
    const idToken = await plain.call("POST", "/token?grant_type=id_token", {
      body: { provider: "google", id_token: "x" },
    })
    expect(idToken.json.msg).toBe('Provider (issuer "https://accounts.google.com") is not enabled')
    const { session } = await plain.member("m@example.com")
    const token = session.access_token
    expect((await plain.call("GET", "/user/identities/authorize?provider=google", { token })).json.msg).toBe(
      "Manual linking is disabled",
    )
    expect((await plain.call("POST", "/sso", { body: {} })).json.msg).toBe("SAML 2.0 is disabled")
    expect((await plain.call("POST", "/token?grant_type=web3", { body: {} })).json.msg).toBe(
      "Web3 provider is disabled",
    )
    expect((await plain.call("POST", "/token?grant_type=other", { body: {} })).json.msg).toBe(
      "unsupported_grant_type",
    )
    expect((await plain.call("GET", "/settings")).json).toMatchObject({
      external: { email: true, google: false, phone: false },
      disable_signup: false,
    })
    expect((await plain.call("GET", "/health")).json.name).toBe("auth")
  } finally {
    await plain.close()
  }
})

test.each([
  ["", ""],
  ["repo", " repo"],
  ["user:email,repo gist", " repo gist"],
  ["https://p.example/auth/calendar.read-only", " https://p.example/auth/calendar.read-only"],
  ["x".repeat(100), ` ${"x".repeat(100)}`],
  ["x".repeat(101), ""],
  ['"repo" <gist> a&b', ""],
])("valid scopes of %s are requested once in addition to our own", async (scopes, added) => {
  const query = new URLSearchParams({ provider: "github", scopes })
  const left = await site.call("GET", `/authorize?${query}`)
  const asked = new URL(left.headers.get("location") ?? "").searchParams
  expect(asked.get("scope")).toBe(`read:user user:email${added}`)
  expect([asked.get("client_id"), asked.get("redirect_uri")]).toEqual([
    google.clientId,
    "http://b4m.test/auth/v1/callback",
  ])
})

const pkce = `&code_challenge=${"c".repeat(43)}&code_challenge_method=plain`
test("A provider's error is passed on, for a PKCE flow in the query as well", async () => {
  const denied = (query: Record<string, string>, flow = "") =>
    signInAt("google", flow, (back) => {
      back.searchParams.delete("code")
      for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
    })
  const said = new URL(await denied({ error: "access_denied", error_description: `No${"!".repeat(300)}` }))
  expect([said.search, new URLSearchParams(said.hash.slice(1)).get("error_description")]).toEqual([
    "",
    `No${"!".repeat(198)}`,
  ])
  expect(await denied({ error: "interaction_required" })).toContain("error_description=interaction_required")
  expect(await denied({}, pkce)).toMatch(/\?error=access_denied.*#error=access_denied/)
  expect(await signInAt("google", "", (back) => back.searchParams.set("code", "forged"))).toContain(
    "error=server_error",
  )
})

test("A banned member gets no session, and neither does a new one if sign-ups are closed", async () => {
  const { config } = site.service.auth
  standIn.person = { id: "801", email: "closed@example.com", verified: true, name: "C" }
  config.signUps = false
  expect(await signInAt("google")).toContain("signup_disabled")
  config.signUps = true
  expect(await signInAt("google")).toContain("access_token=")
  config.signUps = false
  expect(await signInAt("google")).toContain("access_token=")
  standIn.person.id = "802"
  expect(await signInAt("google")).toContain("access_token=")
  config.signUps = true
  await site.test.world.db.query(
    "update auth.users set banned_until = $1 where email = 'closed@example.com'",
    [new Date(Date.now() + 3_600_000)],
  )
  expect(await signInAt("google")).toContain("user_banned")
})

test("A code opens no session for a member who was banned or deleted in the meantime", async () => {
  const { db } = site.test.world
  for (const [change, code] of [
    ["banned_until = now() + interval '1000 years'", "user_banned"],
    ["deleted_at = now()", "flow_state_not_found"],
  ] as const) {
    standIn.person = { id: `81-${code.length}`, email: `${code}@example.com`, verified: true, name: "M" }
    const arrived = new URL(await signInAt("google", pkce))
    await db.query(`update auth.users set ${change} where email = $1`, [standIn.person.email])
    const body = { auth_code: arrived.searchParams.get("code"), code_verifier: "c".repeat(43) }
    expect((await site.call("POST", "/token?grant_type=pkce", { body })).json.error_code).toBe(code)
  }
})

test("An internal error at the end of a visit is not reported as the provider's", async () => {
  standIn.person = { id: "820", email: "failure@example.com", verified: true, name: "F" }
  const { db } = site.test.world
  const left = await site.call("GET", "/authorize?provider=google")
  const back = await standIn.visit(left.headers.get("location") ?? "")
  await db.query("alter table auth.identities add constraint ours check (false) not valid")
  const headers = { cookie: cookieOf(left.headers) }
  expect((await site.call("GET", `/callback${back.search}`, { headers })).status).toBe(500)
  await db.query("alter table auth.identities drop constraint ours")
})

test("An ID token is linked to the caller if linking is allowed and the identity is not in use", async () => {
  const { session } = await site.member("native.link@example.com")
  const id_token = await standIn.idToken({
    sub: "830",
    email: "native.other@example.com",
    email_verified: true,
  })
  const link = async (token?: string) =>
    site.call("POST", "/token?grant_type=id_token", {
      ...(token ? { token } : {}),
      body: { provider: "google", id_token, link_identity: true },
    })
  const { config } = site.service.auth
  expect((await link()).json.error_code).toBe("no_authorization")
  config.manualLinking = false
  expect((await link(session.access_token)).json.error_code).toBe("manual_linking_disabled")
  config.manualLinking = true
  const linked = await link(session.access_token)
  expect(linked.json.user).toMatchObject({
    id: session.user.id,
    app_metadata: { providers: ["email", "google"] },
  })
  expect((await link(session.access_token)).json.msg).toBe("Identity is already linked")
  const other = await site.member("native.second@example.com")
  expect((await link(other.session.access_token)).json.msg).toBe("Identity is already linked to another user")
})

test("Linking continues the member's own flow, and unlinking the address removes the password", async () => {
  const { id, session } = await site.member("relink@example.com")
  const token = session.access_token
  standIn.person = { id: "840", email: "relink.there@example.com", verified: true, name: "R" }
  const left = await site.call("GET", `/user/identities/authorize?provider=google${pkce}`, { token })
  expect(left.status).toBe(302)
  const flows = () => site.test.world.db.query("select 1 from auth.flow_state where user_id = $1", [id])
  expect(await flows()).toHaveLength(1)
  const back = await standIn.visit(left.headers.get("location") ?? "")
  const headers = { cookie: cookieOf(left.headers) }
  const arrived = await site.call("GET", `/callback${back.search}`, { headers })
  expect(arrived.headers.get("location")).toContain("?code=")
  expect(arrived.headers.get("set-cookie")).toMatch(/^auth_visit=; Max-Age=0/)
  const identities = async () => (await site.call("GET", "/user", { token })).json.identities
  const [own] = (await identities()).filter((one: { provider: string }) => one.provider === "email")
  expect((await site.call("DELETE", "/user/identities/not-a-uuid", { token })).json.error_code).toBe(
    "validation_failed",
  )
  site.service.auth.config.manualLinking = false
  const refused = await site.call("DELETE", `/user/identities/${own.identity_id}`, { token })
  site.service.auth.config.manualLinking = true
  expect(refused.json.error_code).toBe("manual_linking_disabled")
  expect((await site.call("DELETE", `/user/identities/${own.identity_id}`, { token })).status).toBe(200)
  expect(await identities()).toMatchObject([{ provider: "google" }])
  expect((await site.call("GET", "/user", { token })).json.app_metadata.providers).toEqual(["google"])
  const noted = await site.test.world.db.query(
    "select 1 from auth.audit_log_entries where payload ->> 'action' = 'identity_unlinked' and payload ->> 'actor_id' = $1",
    [id],
  )
  expect(noted).toHaveLength(1)
  const body = { email: "relink@example.com", password: testPassword }
  expect((await site.call("POST", "/token?grant_type=password", { body })).json.error_code).toBe(
    "invalid_credentials",
  )
})

test("The cookie of a visit is restricted to https only on an https site", async () => {
  const secure = async () => {
    const { headers } = await site.call("GET", "/authorize?provider=google")
    return /; Secure/.test(headers.get("set-cookie") ?? "")
  }
  const { auth } = site.service
  const { siteUrl } = auth
  expect(await secure()).toBe(false)
  auth.siteUrl = "https://b4m.test"
  expect(await secure()).toBe(true)
  auth.siteUrl = siteUrl
})

test.each([
  [null, true],
  ["", true],
  ["no address", true],
  ["known.to.provider@example.com", false],
])(
  "A person with address %s, verified: %s, gets no account unless the identity is known",
  async (email, emailVerified) => {
    const { auth } = site.service
    const client = { ip: null, network: "unknown", userAgent: "" }
    const id = randomUUID()
    const profile = { id, email, emailVerified, details: { name: "N" } }
    const open = () => userForProfile(auth, auth.db, "github", profile, client)
    await expect(open()).rejects.toMatchObject({ code: "provider_email_needs_verification" })
    const member = await site.member(`${id}@example.com`)
    await tieToUser(auth, auth.db, member.id, "github", profile)
    expect(await open()).toMatchObject({ id: member.id })
  },
)

test("A new person's sign-up is recorded once, and another address does not confirm a known one's", async () => {
  standIn.person = { id: "850", email: "noted@example.com", verified: true, name: "N" }
  await signInAt("google")
  standIn.person.id = "851"
  await signInAt("google")
  const noted = await site.test.world.db.query(
    `select 1 from auth.audit_log_entries
     where payload ->> 'action' = 'user_signedup' and payload ->> 'actor_username' = 'noted@example.com'`,
  )
  expect(noted).toHaveLength(1)
})

test("A sign-in at a provider may take ten minutes", async () => {
  standIn.person = { id: "860", email: "minutes@example.com", verified: true, name: "M" }
  const left = await site.call("GET", "/authorize?provider=github")
  const back = await standIn.visit(left.headers.get("location") ?? "")
  site.test.clock.advance(600_000)
  const headers = { cookie: cookieOf(left.headers) }
  const arrived = await site.call("GET", `/callback${back.search}`, { headers })
  expect(arrived.headers.get("location")).toContain("access_token=")
  site.test.clock.set(new Date())
})
