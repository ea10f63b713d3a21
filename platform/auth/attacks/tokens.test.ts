import { createHmac } from "node:crypto"
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type Member, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
let member: Member
let published: JWK
let claims: Record<string, unknown>
beforeAll(async () => {
  site = await createTestAuth()
  member = await site.member("member@example.com")
  published = (await site.call("GET", "/.well-known/jwks.json")).json.keys[0]
  claims = { ...(await site.service.verifyToken(member.session.access_token)) }
})
afterAll(() => site.close())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

function hmacToken(header: object, payload: object, secret: string | Buffer): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
}

async function expectRefused(token: string): Promise<void> {
  expect(await site.service.verifyToken(token)).toBeNull()
  for (const path of ["/user", "/admin/users", "/reauthenticate"]) {
    const answer = await site.call("GET", path, { token })
    expect([401, 403]).toContain(answer.status)
  }
}

test("The genuine token is accepted", async () => {
  expect((await site.call("GET", "/user", { token: member.session.access_token })).status).toBe(200)
})

test.each(["none", "None", "NONE", "nOnE", ""])(
  "alg %j is refused, with and without a signature",
  async (alg) => {
    const body = `${part({ alg, typ: "JWT", kid: published.kid })}.${part(claims)}`
    await expectRefused(`${body}.`)
    await expectRefused(`${body}.${member.session.access_token.split(".")[2]}`)
    await expectRefused(body)
  },
)

test("The public key is not accepted as a shared secret", async () => {
  const key = await importJWK(published, "ES256")
  if (key instanceof Uint8Array) throw new Error("not a key pair")
  const spki = await exportSPKI(key)
  const header = { alg: "HS256", typ: "JWT", kid: published.kid }
  const service = { role: "service_role", iat: claims.iat }
  for (const secret of [
    spki,
    spki.trim(),
    JSON.stringify(published),
    `${published.x}`,
    `${published.x}${published.y}`,
    "",
  ]) {
    await expectRefused(hmacToken(header, claims, secret))
    await expectRefused(hmacToken(header, service, secret))
  }
})

test("The shared secret grants neither member nor operator rights", async () => {
  const header = { alg: "HS256", typ: "JWT" }
  await expectRefused(hmacToken(header, claims, testKeys.legacySecret))
  await expectRefused(
    hmacToken(header, { ...claims, app_metadata: { role: "owner" } }, testKeys.legacySecret),
  )
  // Without a session it stands for the member before the Data API, and opens no door of the account.
  const without = { ...claims, session_id: undefined, app_metadata: { role: "owner" } }
  const token = hmacToken(header, without, testKeys.legacySecret)
  expect(await site.service.verifyToken(token)).toMatchObject({ sub: claims.sub })
  for (const path of ["/user", "/admin/users", "/reauthenticate", "/factors"]) {
    const answer = await site.call("GET", path, { token })
    expect([401, 403, 404, 405], path).toContain(answer.status)
  }
  expect((await site.call("GET", "/user", { token })).json.error_code).toBe("session_not_found")
})

test("A foreign key is refused, wherever the token says to find it", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const { exportJWK } = await import("jose")
  const jwk = await exportJWK(publicKey)
  for (const header of [
    { kid: published.kid },
    { kid: "other" },
    { jwk },
    { kid: published.kid, jwk },
    { jku: "https://evil.example/jwks.json", kid: published.kid },
    { x5u: "https://evil.example/cert", kid: published.kid },
    { kid: "../../dev/null" },
    { kid: "' or 1=1 --" },
    {},
  ])
    await expectRefused(
      await new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }).sign(privateKey),
    )
})

test("A token with a changed claim, truncated, or padded, is refused", async () => {
  const [header = "", body = "", signature = ""] = member.session.access_token.split(".")
  const raised = { ...claims, app_metadata: { role: "owner" }, aal: "aal2" }
  await expectRefused(`${header}.${part(raised)}.${signature}`)
  await expectRefused(`${header}.${body}.${"A".repeat(signature.length)}`)
  await expectRefused(`${header}.${body}.${Buffer.alloc(64).toString("base64url")}`)
  await expectRefused(`${header}.${body}`)
  await expectRefused(`${header}..${signature}`)
  await expectRefused(`${header}.${body}.${signature}.${signature}`)
  await expectRefused("a.b.c")
  await expectRefused("x".repeat(20_000))
})

test("Tokens of another site, or for another audience, are refused", async () => {
  const other = await createTestAuth({}, { siteUrl: "https://other.example" })
  const stranger = await other.member("member@example.com")
  await expectRefused(stranger.session.access_token)
  await other.close()
})

test("Auth routes refuse a banned member's token immediately, and everything else within half a minute", async () => {
  const banned = await site.member("banned@example.com")
  await site.call("PUT", `/admin/users/${banned.id}`, {
    token: testKeys.secret,
    body: { ban_duration: "24h" },
  })
  const token = banned.session.access_token
  for (const [method, path] of [
    ["GET", "/user"],
    ["PUT", "/user"],
    ["POST", "/factors"],
    ["POST", "/logout"],
    ["GET", "/reauthenticate"],
  ] as const) {
    const answer = await site.call(method, path, { token, ...(method === "GET" ? {} : { body: {} }) })
    expect([answer.status, answer.json.error_code]).toEqual([403, "user_banned"])
  }
  site.test.clock.advance(30_000)
  expect(await site.service.verifyToken(token)).toBeNull()
})
