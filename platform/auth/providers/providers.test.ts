import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type StandIn, startStandIn } from "#test/stand-ins/sign-in-provider.ts"
import { createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"

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
