/** Sign-in with Apple and with a provider that describes itself, at a stand-in on a real port; and what they must refuse. */
import { createHmac, generateKeyPairSync } from "node:crypto"
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from "jose"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type OpenIdStandIn, startOpenIdStandIn } from "#test/stand-ins/openid-provider.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"

const client = { clientId: "our-client", secret: "our secret+1" }
let site: TestAuth
let standIn: OpenIdStandIn
let count = 0

afterEach(() => {
  vi.useRealTimers()
  Object.assign(standIn, { claims: {}, signer: null, description: {} })
})
beforeEach(() => {
  site.test.clock.set(new Date())
  count++
  standIn.person = {
    sub: `person-${count}`,
    email: `person${count}@example.com`,
    email_verified: true,
    name: "Ada Example",
  }
})

const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? ""

/** Follows a browser through the whole flow; `tamper` changes what it brings back. Returns its final address. */
async function signInAt(provider: string, tamper?: (back: URLSearchParams) => void): Promise<URL> {
  const left = await site.call("GET", `/authorize?provider=${encodeURIComponent(provider)}`)
  expect(left.status).toBe(302)
  const { url, form } = await standIn.visit(left.headers.get("location") ?? "")
  expect(url.origin + url.pathname).toBe("http://b4m.test/auth/v1/callback")
  return comeBack(form, form ?? url.searchParams, cookieOf(left.headers), tamper)
}

async function comeBack(
  form: URLSearchParams | null,
  answer: URLSearchParams,
  cookie: string,
  tamper?: (back: URLSearchParams) => void,
): Promise<URL> {
  tamper?.(answer)
  let search = `?${answer}`
  if (form) {
    // A post from another site carries no cookie.
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const posted = await site.call("POST", "/callback", { headers, body: String(answer) })
    expect(posted.status).toBe(303)
    search = new URL(posted.headers.get("location") ?? "").search
  }
  const arrived = await site.call("GET", `/callback${search}`, { headers: { cookie } })
  expect(arrived.status).toBe(303)
  return new URL(arrived.headers.get("location") ?? "")
}

async function userAt(end: URL) {
  const token = new URLSearchParams(end.hash.slice(1)).get("access_token")
  return token ? (await site.call("GET", "/user", { token })).json : end.href
}
const refusalIn = (end: URL) => new URLSearchParams(end.hash.slice(1)).get("error_description")
const refused = "Unable to exchange external code"

/** What both must refuse. */
function attacks(provider: string) {
  test.each([
    ["another nonce", { nonce: "of another visit" }],
    ["no nonce", { nonce: undefined }],
    ["another audience", { aud: "their-client" }],
    ["several audiences, issued to another one", { aud: ["our-client", "theirs"], azp: "theirs" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["an end in the past", { exp: Math.floor(Date.now() / 1_000) - 61 }],
    ["no end", { exp: undefined }],
    ["nobody", { sub: undefined }],
  ])("an ID token with %s is refused", async (_what, claims) => {
    standIn.claims = claims
    expect(refusalIn(await signInAt(provider))).toBe(refused)
  })

  test("algorithm none, the public key as a shared secret, and a foreign key are refused", async () => {
    const published = await standIn.published()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const spki = await exportSPKI((await importJWK(published as never, "RS256")) as never)
    const hmac = (text: string, secret: string) =>
      createHmac("sha256", secret).update(text).digest("base64url")
    const foreign = await generateKeyPair("RS256")
    const signers: NonNullable<OpenIdStandIn["signer"]>[] = [
      (claims) => `${part({ alg: "none" })}.${part(claims)}.`,
      ...[spki, JSON.stringify(published), String(published.n), client.secret].map(
        (secret) => (claims: object) => {
          const text = `${part({ alg: "HS256", kid: published.kid })}.${part(claims)}`
          return `${text}.${hmac(text, secret)}`
        },
      ),
      (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "RS256", kid: published.kid })
          .sign(foreign.privateKey),
      (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "RS256", kid: "theirs", jwk: published as never })
          .sign(foreign.privateKey),
    ]
    for (const signer of signers) {
      standIn.signer = signer
      expect(refusalIn(await signInAt(provider))).toBe(refused)
    }
    standIn.signer = null
    expect(await userAt(await signInAt(provider))).toMatchObject({ email: standIn.person.email })
  })

  test("the answer of a visit is taken once, and only in the browser that began it", async () => {
    const left = await site.call("GET", `/authorize?provider=${encodeURIComponent(provider)}`)
    const { url, form } = await standIn.visit(left.headers.get("location") ?? "")
    const answer = form ?? url.searchParams
    const cookie = cookieOf(left.headers)
    expect(await userAt(await comeBack(form, answer, cookie))).toMatchObject({ email: standIn.person.email })
    expect(refusalIn(await comeBack(form, answer, cookie))).toContain("OAuth state")
    const other = await site.call("GET", `/authorize?provider=${encodeURIComponent(provider)}`)
    const stolen = await standIn.visit(other.headers.get("location") ?? "")
    const theirs = stolen.form ?? stolen.url.searchParams
    expect(refusalIn(await comeBack(form, theirs, "auth_visit=another-browser"))).toContain("OAuth state")
  })

  test("keys rotate: a new one is looked up, at most every five seconds", async () => {
    await userAt(await signInAt(provider))
    const before = standIn.keyRequests()
    await userAt(await signInAt(provider))
    expect(standIn.keyRequests()).toBe(before)
    await standIn.rotate()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6_000 })
    site.test.clock.set(new Date())
    expect(await userAt(await signInAt(provider))).toMatchObject({ email: standIn.person.email })
    expect(standIn.keyRequests()).toBe(before + 1)
  })

  test("an account is linked by a verified address alone", async () => {
    const { id } = await site.member(`tied-${provider.length}@example.com`)
    standIn.person = {
      sub: `tied-${count}`,
      email: `tied-${provider.length}@example.com`,
      email_verified: false,
    }
    expect(refusalIn(await signInAt(provider))).toContain("Unverified email")
    standIn.person.email_verified = "false"
    expect(refusalIn(await signInAt(provider))).toContain("Unverified email")
    standIn.person.email_verified = "true"
    expect(await userAt(await signInAt(provider))).toMatchObject({
      id,
      app_metadata: { providers: ["email", provider].sort() },
    })
    // From then on the subject counts, whatever the address is.
    standIn.person = { sub: `tied-${count}`, email: "moved@example.com", email_verified: false }
    expect(await userAt(await signInAt(provider))).toMatchObject({ id })
  })

  test("ID tokens of apps need the nonce that the app knows", async () => {
    const { sha256 } = await import("#primitives/secrets.ts")
    const send = async (id_token: string, nonce?: string) =>
      site.call("POST", "/token?grant_type=id_token", { body: { provider, id_token, nonce } })
    const nonce = sha256("known").toString("hex")
    expect((await send(await standIn.idToken({ nonce }), "known")).json.user?.email).toBe(
      standIn.person.email,
    )
    expect((await send(await standIn.idToken({ nonce }))).status).toBe(400)
    expect((await send(await standIn.idToken({ nonce }), "guessed")).status).toBe(400)
  })
}

describe("Apple", () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const settings = { clientId: client.clientId, teamId: "TEAM", keyId: "KEY" }
  beforeAll(async () => {
    const publicKey = String(pair.publicKey.export({ type: "spki", format: "pem" }))
    standIn = await startOpenIdStandIn({ ...client, apple: { publicKey, keyId: "KEY", teamId: "TEAM" } })
    const privateKey = String(pair.privateKey.export({ type: "pkcs8", format: "pem" }))
    site = await createTestAuth({ providers: { apple: { ...settings, privateKey, baseUrl: standIn.url } } })
  })
  afterAll(async () => {
    await site.close()
    await standIn.close()
  })

  test("the name of the first answer stays, and the address may be a relay", async () => {
    standIn.person.email = "abc123@privaterelay.appleid.com"
    standIn.claims = { is_private_email: "true" }
    const first = await userAt(await signInAt("apple"))
    expect(first).toMatchObject({
      email: "abc123@privaterelay.appleid.com",
      user_metadata: { full_name: "Ada Example" },
      app_metadata: { provider: "apple" },
    })
    const again = await userAt(await signInAt("apple"))
    expect(again).toMatchObject({
      id: first.id,
      identities: [{ identity_data: { full_name: "Ada Example" } }],
    })
  })

  test("of what the browser brings beside the code only the name is taken", async () => {
    const { email } = standIn.person
    const user = (value: unknown) => (back: URLSearchParams) => back.set("user", JSON.stringify(value))
    const forged = { name: { firstName: "<b>F", lastName: "G" }, email: "chief@example.com", sub: "1" }
    expect(await userAt(await signInAt("apple", user(forged)))).toMatchObject({
      email,
      user_metadata: { full_name: "<b>F G" },
    })
    for (const broken of [
      "",
      "null",
      '{"name":7}',
      `{"name":{"firstName":"${"x".repeat(101)}"}}`,
      "{".repeat(3_000),
    ])
      expect(await userAt(await signInAt("apple", (back) => back.set("user", broken)))).toMatchObject({
        email,
      })
  })

  test("an answer that is no form, and one that denies, lead back to the site", async () => {
    const json = await site.call("POST", "/callback", { body: { state: "x" } })
    expect(json.status).toBe(303)
    const denied = await signInAt("apple", (back) => {
      back.delete("code")
      back.set("error", "user_cancelled_authorize")
    })
    expect(refusalIn(denied)).toBe("user_cancelled_authorize")
  })

  attacks("apple")
})

describe("a provider that describes itself", () => {
  beforeAll(async () => {
    standIn = await startOpenIdStandIn({ ...client, secret: "our-secret", usesBasic: true })
    const oidc = { ...client, secret: "our-secret", issuer: standIn.url, label: "Club Login" }
    site = await createTestAuth({ providers: { oidc } })
  })
  afterAll(async () => {
    await site.close()
    await standIn.close()
  })

  test("a new person signs in, and the same person again", async () => {
    const first = await userAt(await signInAt("custom:oidc"))
    expect(first).toMatchObject({
      email: standIn.person.email,
      user_metadata: { full_name: "Ada Example" },
      app_metadata: { provider: "custom:oidc", providers: ["custom:oidc"] },
    })
    expect((await userAt(await signInAt("custom:oidc"))).id).toBe(first.id)
  })

  test("an address that the ID token lacks comes from the provider's userinfo, of the same person alone", async () => {
    standIn.claims = { email: undefined, email_verified: undefined }
    expect(await userAt(await signInAt("custom:oidc"))).toMatchObject({ email: "info@example.com" })
    standIn.claims = { email: undefined, email_verified: undefined, sub: "somebody-else" }
    expect(refusalIn(await signInAt("custom:oidc"))).toContain("Unverified email")
  })

  test("an answer in the name of another issuer is refused", async () => {
    const end = await signInAt("custom:oidc", (back) => back.set("iss", "https://evil.example"))
    expect(refusalIn(end)).toBe("The answer comes from another provider")
  })

  test("a description of another issuer, over another scheme or with shared secrets alone is not used", async () => {
    for (const description of [
      { issuer: "https://evil.example" },
      { token_endpoint: "ftp://example.com/" },
      { jwks_uri: "javascript:1" },
      { id_token_signing_alg_values_supported: ["HS256", "none"] },
    ]) {
      standIn.description = description
      const issuer = { ...client, issuer: standIn.url, label: "C" }
      const fresh = await createTestAuth({ providers: { oidc: issuer } })
      const left = await fresh.call("GET", "/authorize?provider=custom:oidc")
      expect([left.status, left.json.msg]).toEqual([500, "The provider cannot be reached"])
      await fresh.close()
    }
  })

  attacks("custom:oidc")
})
