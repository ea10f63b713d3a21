import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const signUp = (email: string) => site.call("POST", "/signup", { body: { email, password: testPassword } })

const verify = (body: object) => site.call("POST", "/verify", { body })

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

describe("six digits", () => {
  test("work once", async () => {
    await signUp("once@example.com")
    const body = { type: "signup", email: "once@example.com", token: codeIn(site.mailTo("once@example.com")) }
    const first = await verify(body)
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"])
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

test("If several members are changing to one address, each code applies to the member it was mailed for", async () => {
  const waiting = await Promise.all(["a", "b", "c"].map((name) => site.member(`${name}.waits@example.com`)))
  const codes = []
  for (const { session } of waiting) {
    await site.call("PUT", "/user", { token: session.access_token, body: { email: "wanted@example.com" } })
    codes.push(codeIn(site.mailTo("wanted@example.com")))
  }
  for (const token of codes)
    expect((await verify({ type: "email_change", email: "wanted@example.com", token })).status).toBe(200)
  // Confirmation by one account's other mailbox is enough to give it the address.
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

test("a form is recognized by its media type, whatever its parameters; other requests are empty", async () => {
  const form = (type: string) =>
    site.call("POST", "/verify?type=email&token=unknown", { headers: { "content-type": type } })
  for (const type of ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=UTF-8"])
    expect((await form(type)).status).toBe(303)
  const empty = await site.call("POST", "/verify?type=email&token=unknown")
  expect([empty.status, empty.json.msg]).toEqual([400, "Verify requires a verification type"])
})

const phone = "+15550001111"
test.each([
  [{ type: "sms", token: "1", email: "a@example.com" }, "validation_failed"],
  [{ type: "email", token: "1", email: "a@example.com", phone }, "validation_failed"],
  [{ type: "email", token_hash: "1", phone }, "validation_failed"],
  [{ type: "sms", token: "1", phone }, "otp_expired"],
])("%j is refused as %s", async (body, code) => expect((await verify(body)).json.error_code).toBe(code))
