import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({}, { redirectAllowList: ["https://app.example/**"], askingPage: "/mail-link" })
})
afterAll(() => site.close())

const signUp = (email: string, extra: object = {}, query = "") =>
  site.call("POST", `/signup${query}`, { body: { email, password: testPassword, ...extra } })

const verify = (body: object) => site.call("POST", "/verify", { body })

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

describe("six digits", () => {
  test("work once", async () => {
    await signUp("once@example.com")
    const body = { type: "signup", email: "once@example.com", token: codeIn(site.mailTo("once@example.com")) }
    const first = await verify(body)
    expect(first.status).toBe(200)
    expect(first.json.user.email_confirmed_at).toBeTruthy()
    const second = await verify(body)
    expect(second.status).toBe(403)
    expect(second.json).toMatchObject({ error_code: "otp_expired", msg: "Token has expired or is invalid" })
  })

  test("are invalid after five wrong attempts, while the link still opens", async () => {
    await signUp("guess@example.com")
    const mail = site.mailTo("guess@example.com")
    const code = codeIn(mail)
    const email = "guess@example.com"
    for (let i = 0; i < 5; i++)
      expect((await verify({ type: "email", email, token: wrongCode(code) })).status).toBe(403)
    expect((await verify({ type: "email", email, token: code })).status).toBe(403)
    expect((await site.call("GET", linkIn(mail))).headers.get("location")).toContain("access_token=")
  })

  test("work on the fifth attempt", async () => {
    await signUp("fifth@example.com")
    const code = codeIn(site.mailTo("fifth@example.com"))
    const email = "fifth@example.com"
    for (let i = 0; i < 4; i++) await verify({ type: "email", email, token: wrongCode(code) })
    expect((await verify({ type: "email", email, token: code })).status).toBe(200)
  })

  test("expire after an hour, along with the link", async () => {
    await signUp("late@example.com")
    const mail = site.mailTo("late@example.com")
    site.test.clock.advance(3_600_000)
    expect((await verify({ type: "signup", email: "late@example.com", token: codeIn(mail) })).status).toBe(
      403,
    )
    expect((await site.call("GET", linkIn(mail))).headers.get("location")).toContain("otp_expired")
  })

  test("do not match another type or address", async () => {
    await signUp("one@example.com")
    await signUp("two@example.com")
    const token = codeIn(site.mailTo("one@example.com"))
    expect((await verify({ type: "recovery", email: "one@example.com", token })).status).toBe(403)
    expect((await verify({ type: "signup", email: "two@example.com", token })).status).toBe(403)
    expect((await verify({ type: "signup", email: "nobody@example.com", token })).status).toBe(403)
    expect((await verify({ type: "signup", email: "one@example.com", token })).status).toBe(200)
  })

  test("and links are stored as digests only", async () => {
    await signUp("stored@example.com")
    const mail = site.mailTo("stored@example.com")
    const token = new URLSearchParams(linkIn(mail).split("?")[1]).get("token") ?? ""
    const rows = JSON.stringify(
      await site.test.world.db.query(
        "select * from auth.one_time_tokens, auth_private.one_time_codes, auth.users",
      ),
    )
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(createHash("sha256").update(token).digest("hex"))
    expect(rows).not.toContain(`"${codeIn(mail)}"`)
  })
})

describe("links that lead to the page that asks first", () => {
  const asked = "http://b4m.test/mail-link?next=%2Faccount"
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const address = (link: string, to: string) => {
    const token = new URLSearchParams(link.split("?")[1]).get("token") ?? ""
    return `/verify?${new URLSearchParams({ token, type: "signup", redirect_to: to })}`
  }

  test("are used up by no GET, and by the form of that page", async () => {
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
    "%s is no such page: clients that follow the redirect get their session",
    async (to) => {
      const email = `direct-${to.length}@example.com`
      await signUp(email, {}, `?redirect_to=${encodeURIComponent(to)}`)
      const opened = await site.call("GET", linkIn(site.mailTo(email)))
      expect(opened.headers.get("location")).toContain("#access_token=")
    },
  )

  test("press to foreign addresses in vain", async () => {
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

test.each([
  [{ token: "123456", email: "a@example.com" }, "Verify requires a verification type"],
  [{ type: "signup", email: "a@example.com" }, "Verify requires a token or a token hash"],
  [{ type: "signup", token: "1", token_hash: "2" }, "Verify requires either a token or a token hash"],
  [
    { type: "signup", token_hash: "2", email: "a@example.com" },
    "Only the token_hash and type should be provided",
  ],
  [{ type: "signup", token: "123456" }, "Only an email address or phone number should be provided on verify"],
  [{ type: "constructor", token: "123456", email: "a@example.com" }, "Invalid email verification type"],
  [{ type: "sms", token: "123456", phone: "abc" }, "Invalid phone number format (E.164 required)"],
])("%j is refused", async (body, message) => {
  const answer = await verify(body)
  expect(answer.status).toBe(400)
  expect(answer.json.msg).toBe(message)
})

test("A link without its token is refused before it leads anywhere, and to programs that only look as well", async () => {
  const page = encodeURIComponent("http://b4m.test/mail-link")
  for (const [method, query] of [
    ["GET", `type=email&redirect_to=${page}`],
    ["GET", `token=1&redirect_to=${page}`],
    ["HEAD", "type=email"],
    ["HEAD", "token=1"],
  ] as const)
    expect((await site.call(method, `/verify?${query}`)).status).toBe(400)
})

test("A failure of ours is not called a link that has expired", async () => {
  const link = "/verify?type=email&token=unknown"
  const { db } = site.test.world
  await db.query("alter table auth.one_time_tokens rename to away")
  const broken = await site.call("GET", link)
  await db.query("alter table auth.away rename to one_time_tokens")
  expect([broken.status, broken.headers.get("location")]).toEqual([500, null])
  expect((await site.call("GET", link)).status).toBe(303)
})

test("Of several members who wait for one address, each code changes the one that it was mailed for", async () => {
  const waiting = await Promise.all(["a", "b", "c"].map((name) => site.member(`${name}.waits@example.com`)))
  const codes = []
  for (const { session } of waiting) {
    await site.call("PUT", "/user", { token: session.access_token, body: { email: "wanted@example.com" } })
    codes.push(codeIn(site.mailTo("wanted@example.com")))
  }
  for (const token of codes)
    expect((await verify({ type: "email_change", email: "wanted@example.com", token })).status).toBe(200)
  // The other mailbox of one is enough to make it the owner of the address.
  const own = codeIn(site.mailTo("b.waits@example.com"))
  await verify({ type: "email_change", email: "b.waits@example.com", token: own })
  const addresses = await Promise.all(
    waiting.map(
      async ({ session }) =>
        (await site.call("GET", "/user", { token: session.access_token })).json.email as string,
    ),
  )
  expect(addresses).toEqual(["a.waits@example.com", "wanted@example.com", "c.waits@example.com"])
})
