/** Mailed links: their target, what consumes them, and the confirmation page. */
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({}, { redirectAllowList: ["https://app.example/**"], askingPage: "/mail-link" })
})
afterAll(() => site.close())

const signUp = (email: string, extra: object = {}, query = "") =>
  site.call("POST", `/signup${query}`, { body: { email, password: testPassword, ...extra } })

const verify = (body: object) => site.call("POST", "/verify", { body })

describe("links to the confirmation page", () => {
  const asked = "http://b4m.test/mail-link?next=%2Faccount"
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const address = (link: string, to: string) => {
    const token = new URLSearchParams(link.split("?")[1]).get("token") ?? ""
    return `/verify?${new URLSearchParams({ token, type: "signup", redirect_to: to })}`
  }

  test("are redeemed only by the form of that page, not by GET", async () => {
    await signUp("scanner@example.com", {}, `?redirect_to=${encodeURIComponent(asked)}`)
    const link = linkIn(site.mailTo("scanner@example.com"))
    const token = new URLSearchParams(link.split("?")[1]).get("token")
    for (let i = 0; i < 3; i++) {
      const opened = await site.call("GET", link)
      expect(opened.status).toBe(303)
      expect(opened.headers.get("location")).toBe(`${asked}#token=${token}&type=signup`)
      expect(opened.headers.get("cache-control")).toBe("no-store")
    }
    const press = () =>
      site.call("POST", address(link, "http://b4m.test/account"), { headers: form, body: undefined })
    expect((await press()).headers.get("location")).toMatch(/^http:\/\/b4m\.test\/account#access_token=/)
    expect((await press()).headers.get("location")).toMatch(/^http:\/\/b4m\.test\/account#.*otp_expired/)
  })

  test.each(["https://app.example/mail-link", "http://b4m.test/mail-links", "http://b4m.test/"])(
    "%s is not the confirmation page: clients that follow the redirect get their session",
    async (to) => {
      const email = `direct-${to.length}@example.com`
      await signUp(email, {}, `?redirect_to=${encodeURIComponent(to)}`)
      const opened = await site.call("GET", linkIn(site.mailTo(email)))
      expect(opened.headers.get("location")).toContain("#access_token=")
    },
  )

  test("redirect to the site itself instead of a foreign address", async () => {
    await signUp("foreign@example.com", {}, `?redirect_to=${encodeURIComponent(asked)}`)
    const link = linkIn(site.mailTo("foreign@example.com"))
    const opened = await site.call("POST", address(link, "https://evil.example/"), { headers: form })
    expect(opened.headers.get("location")).toMatch(/^http:\/\/b4m\.test#access_token=/)
  })
})

describe("links", () => {
  test("are not consumed by HEAD, which mail scanners send", async () => {
    await signUp("scanned@example.com")
    const link = linkIn(site.mailTo("scanned@example.com"))
    for (let i = 0; i < 3; i++) expect((await site.call("HEAD", link)).status).toBe(200)
    expect((await site.call("GET", link)).headers.get("location")).toContain("access_token=")
    expect((await site.call("GET", link)).headers.get("location")).toMatch(
      /^http:\/\/b4m\.test#error=access_denied&error_code=otp_expired&error_description=Email\+link\+is\+invalid\+or\+has\+expired$/,
    )
  })

  test("redirect only where the rules allow", async () => {
    const where = async (email: string, redirect: string) => {
      await signUp(email, {}, `?redirect_to=${encodeURIComponent(redirect)}`)
      return (await site.call("GET", linkIn(site.mailTo(email)))).headers.get("location")?.split("#")[0]
    }
    expect(await where("a@example.com", "https://app.example/welcome?x=1")).toBe(
      "https://app.example/welcome?x=1",
    )
    expect(await where("b@example.com", "https://evil.example/")).toBe("http://b4m.test")
    await signUp("c@example.com")
    const forged = linkIn(site.mailTo("c@example.com")).replace(
      /redirect_to=.*/,
      "redirect_to=https%3A%2F%2Fevil.example",
    )
    expect((await site.call("GET", forged)).headers.get("location")).toMatch(
      /^http:\/\/b4m\.test#access_token/,
    )
  })

  test("can be redeemed by token, as servers do", async () => {
    await signUp("hash@example.com")
    const token = new URLSearchParams(linkIn(site.mailTo("hash@example.com")).split("?")[1]).get("token")
    expect((await verify({ type: "email", token_hash: token })).status).toBe(200)
    const again = await verify({ type: "email", token_hash: token })
    expect(again.json).toMatchObject({
      error_code: "otp_expired",
      msg: "Email link is invalid or has expired",
    })
  })

  test("of a PKCE flow yield a code that only the requesting browser can use", async () => {
    const verifier = "v".repeat(64)
    const challenge = createHash("sha256").update(verifier).digest("base64url")
    const open = async (email: string) => {
      await signUp(email, { code_challenge: challenge, code_challenge_method: "s256" })
      const opened = await site.call("GET", linkIn(site.mailTo(email)))
      return /^http:\/\/b4m\.test\?code=([\w-]+)$/.exec(opened.headers.get("location") ?? "")?.[1]
    }
    const exchange = (auth_code: string | undefined, code_verifier: string) =>
      site.call("POST", "/token?grant_type=pkce", { body: { auth_code, code_verifier } })

    const code = await open("pkce@example.com")
    const session = await exchange(code, verifier)
    expect(session.status).toBe(200)
    expect((await site.service.verifyToken(session.json.access_token))?.amr).toMatchObject([
      { method: "email/signup" },
    ])
    expect((await exchange(code, verifier)).json.error_code).toBe("flow_state_not_found")

    const stolen = await open("stolen@example.com")
    expect((await exchange(stolen, "w".repeat(64))).json.error_code).toBe("bad_code_verifier")
    expect((await exchange(stolen, verifier)).status).toBe(404)

    const late = await open("slow@example.com")
    site.test.clock.advance(300_001)
    expect((await exchange(late, verifier)).json.error_code).toBe("flow_state_expired")
    expect((await exchange(undefined, "")).json.error_code).toBe("validation_failed")
  })
})

test("A link without its token is refused before any redirect, even for HEAD requests", async () => {
  const page = encodeURIComponent("http://b4m.test/mail-link")
  for (const [method, query] of [
    ["GET", `type=email&redirect_to=${page}`],
    ["GET", `token=1&redirect_to=${page}`],
    ["HEAD", "type=email"],
    ["HEAD", "token=1"],
  ] as const)
    expect((await site.call(method, `/verify?${query}`)).status).toBe(400)
})

test("An internal error is not reported as an expired link", async () => {
  const link = "/verify?type=email&token=unknown"
  const { db } = site.test.world
  await db.query("alter table auth.one_time_tokens rename to away")
  const broken = await site.call("GET", link)
  await db.query("alter table auth.away rename to one_time_tokens")
  expect([broken.status, broken.headers.get("location")]).toEqual([500, null])
  expect((await site.call("GET", link)).status).toBe(303)
})

test("a link without a token or type is refused; with PKCE, the error is in the query as well", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  for (const method of ["GET", "POST"]) {
    const open = async (query: string) =>
      site.call(method, `/verify?${query}`, method === "POST" ? { headers } : {})
    expect((await open("type=email")).json.msg).toBe("Verify requires a token or a token hash")
    expect((await open("token=1")).json.msg).toBe("Verify requires a verification type")
    const where = async (given: string) => (await open(`type=email&token=${given}`)).headers.get("location")
    expect(await where("unknown")).toMatch(/^http:\/\/b4m\.test#error=/)
    expect(await where("pkce_unknown")).toMatch(/^http:\/\/b4m\.test\?error=.*#error=/)
  }
})
