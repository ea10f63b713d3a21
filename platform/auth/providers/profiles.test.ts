/** Profiles derived from providers' responses, and responses that are rejected. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { sha256 } from "#primitives/secrets.ts"
import type { Auth } from "../auth.ts"
import { createProviders, findIdTokenProvider, findProvider } from "./find.ts"
import { githubProvider } from "./github.ts"
import { googleIssuer, googleProvider } from "./google.ts"
import { askProvider, nonceOf } from "./provider.ts"

const client = { clientId: "our-client", secret: "our-secret" }
const now = new Date("2026-11-20T12:00:00Z")
const at = (seconds: number) => Math.floor(now.getTime() / 1000) + seconds
const exchange = { code: "a-code", verifier: "a-verifier", callbackUrl: "https://b4m.test/callback" }

/** The response at each URL; an error is thrown. */
let answers: Record<string, unknown>
let asked: { url: string; init: RequestInit }[]
beforeEach(() => {
  asked = []
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const url = String(input)
    asked.push({ url, init })
    const answer = answers[url]
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response("none", { status: 404 }) : Response.json(answer)
  })
})
afterEach(() => void vi.unstubAllGlobals())

const signIn = "https://github.com/login/oauth/access_token"
const user = "https://api.github.com/user"
const emails = "https://api.github.com/user/emails"
const octo = { id: 7, login: "octo", name: "Octo Cat", avatar_url: "https://a.example/7" }
const mail = { email: "Octo@Example.com", primary: true, verified: true }
const other = { email: "other@example.com", primary: false, verified: true }
const details = { name: "Octo Cat", full_name: "Octo Cat", user_name: "octo" }
const whole = {
  id: "7",
  email: "octo@example.com",
  emailVerified: true,
  details: { ...details, avatar_url: octo.avatar_url },
}

test.each([
  ["all optional fields", {}, whole],
  ["no picture", { [user]: { ...octo, avatar_url: null } }, { ...whole, details }],
  [
    "no name",
    { [user]: { id: 7, login: "octo", name: "" } },
    { ...whole, details: { name: "octo", full_name: "octo", user_name: "octo" } },
  ],
  ["an unverified address", { [emails]: [{ ...mail, verified: false }] }, { ...whole, emailVerified: false }],
  ["no first address", { [emails]: [other] }, { ...whole, email: null, emailVerified: false }],
  ["an unknown code", { [signIn]: { error: "bad_verification_code" } }, null],
  ["no account", { [user]: undefined }, null],
  ["no addresses", { [emails]: { message: "Not Found" } }, null],
])("GitHub: %s", async (_what, changes, expected) => {
  answers = { [signIn]: { access_token: "t-1" }, [user]: octo, [emails]: [other, mail], ...changes }
  expect(await githubProvider(client).profile(exchange)).toEqual(expected)
  expect(String(asked[0]?.init.body)).toBe(
    "grant_type=authorization_code&client_id=our-client&client_secret=our-secret&code=a-code" +
      "&code_verifier=a-verifier&redirect_uri=https%3A%2F%2Fb4m.test%2Fcallback",
  )
  for (const { init } of asked.slice(1)) expect(init.headers).toMatchObject({ authorization: "Bearer t-1" })
})

const certificates = "https://www.googleapis.com/oauth2/v3/certs"
let sign: (claims: JWTPayload) => Promise<string>
let published: object
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256")
  published = { keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256", use: "sig" }] }
  sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(privateKey)
})

const claims = { iss: googleIssuer, aud: client.clientId, sub: "42", iat: at(-10), exp: at(600) }
const nobody = { id: "42", email: null, emailVerified: false, details: {} }
const read = async (changes: object, nonce = "") => {
  answers = { [certificates]: published }
  const token = await sign({ ...claims, ...changes })
  return googleProvider(client, () => now).profileFromIdToken?.(token, nonce)
}

test.each([
  ["only the id", {}, nobody],
  [
    "everything",
    { email: "Ada@Example.com", email_verified: true, name: "Ada", picture: "https://a.example/p" },
    {
      id: "42",
      email: "ada@example.com",
      emailVerified: true,
      details: { name: "Ada", full_name: "Ada", avatar_url: "https://a.example/p" },
    },
  ],
  ["verified as text", { email_verified: "true" }, { ...nobody, emailVerified: true }],
  ["unverified as text", { email_verified: "false" }, nobody],
  ["verified otherwise", { email_verified: "yes" }, null],
  ["the other name of the issuer", { iss: "accounts.google.com" }, nobody],
  ["another issuer", { iss: "https://evil.example" }, null],
  ["another client", { aud: "their-client" }, null],
  ["expired within the clock tolerance of a minute", { exp: at(-59) }, nobody],
  ["expired before", { exp: at(-60) }, null],
  ["without an expiry", { exp: undefined }, null],
  ["nobody", { sub: "" }, null],
  ["a name of 256 characters", { name: "x".repeat(256) }, null],
])("Google: an ID token with %s", async (_what, changes, expected) =>
  expect(await read(changes)).toEqual(expected),
)

const hashed = sha256("a nonce").toString("hex")
test.each([
  [undefined, "", true],
  [hashed, "a nonce", true],
  [hashed, "", false],
  [hashed, "another", false],
  ["a nonce", "a nonce", false],
  [undefined, "a nonce", false],
])(
  "Google: a token with the nonce %s for a client with nonce %j is accepted: %s",
  async (nonce, known, taken) => expect((await read({ nonce }, known)) !== null).toBe(taken),
)

test.each([
  [
    "the token in the response",
    async () => ({ id_token: await sign({ ...claims, nonce: nonceOf(exchange.verifier) }) }),
    nobody,
  ],
  ["a token of another visit", async () => ({ id_token: await sign({ ...claims, nonce: "any" }) }), null],
  ["a token without a nonce", async () => ({ id_token: await sign(claims) }), null],
  ["no token", async () => ({ access_token: "t" }), null],
])("Google: a code is exchanged for %s", async (_what, answer, expected) => {
  answers = { "https://oauth2.googleapis.com/token": await answer(), [certificates]: published }
  expect(await googleProvider(client, () => now).profile(exchange)).toEqual(expected)
})

test.each([
  ["no token at all", "nonsense", {}, null],
  ["certificates that cannot be reached", undefined, new TypeError("fetch failed"), null],
  ["certificates that cannot be read", undefined, new SyntaxError("Unexpected end"), null],
  ["an internal error", undefined, new RangeError("ours"), "ours"],
])("Google: %s", async (_what, token, certs, expected) => {
  answers = { [certificates]: certs }
  const given = token ?? (await sign(claims))
  const outcome = await googleProvider(client, () => now)
    .profileFromIdToken?.(given, "")
    .catch((error: Error) => error.message)
  expect(outcome).toBe(expected)
})

test.each([
  ["an object", () => Response.json({ a: 1 }), { a: 1 }],
  ["an error", () => Response.json({ a: 1 }, { status: 500 }), null],
  ["no JSON", () => new Response("<html>"), null],
  ["a million characters", () => new Response(`"${"x".repeat(999_998)}"`), "x".repeat(999_998)],
  ["one more", () => new Response(`"${"x".repeat(999_999)}"`), null],
])("a response that is %s", async (_what, answer, expected) => {
  answers = { "https://p.example/": answer() }
  expect(await askProvider("https://p.example/")).toEqual(expected)
  expect(asked[0]?.init.redirect).toBe("error")
})

const auth = (providers: object) => ({ providers: createProviders(providers, () => now) }) as unknown as Auth
const off = "Unsupported provider: provider is not enabled"
const issuerOff = (issuer: string) => `Provider (issuer "${issuer}") is not enabled`
const long = "x".repeat(100)
test.each([
  ["google", { google: client }, "google", "google"],
  ["github", { github: client }, "github", issuerOff("github")],
  ["google", { github: client }, off, issuerOff(googleIssuer)],
  ["github", { google: client }, off, issuerOff("github")],
  [
    long,
    { google: client, github: client },
    `Unsupported provider: Provider ${long.slice(0, 40)} could not be found`,
    issuerOff(long.slice(0, 80)),
  ],
])("the provider %s with %j", (name, providers, browser, app) => {
  const named = (find: () => { name: string }) => {
    try {
      return find().name
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(named(() => findProvider(auth(providers), name))).toBe(browser)
  expect(named(() => findIdTokenProvider(auth(providers), name))).toBe(app)
})
