import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const forged = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-server": "evil.example",
  "x-original-url": "https://evil.example/",
  "x-rewrite-url": "https://evil.example/",
  forwarded: "host=evil.example",
  origin: "https://evil.example",
  referer: "https://evil.example/page",
}

test("No request header reaches a mail", async () => {
  await site.member("host@example.com")
  for (const path of ["/recover", "/otp"]) {
    await site.call("POST", `${path}?redirect_to=https://evil.example/x`, {
      body: { email: "host@example.com" },
      headers: forged,
    })
    const mail = site.mailTo("host@example.com")
    expect(`${mail.text}${mail.html}${JSON.stringify(mail.headers)}`).not.toContain("evil")
    expect(linkIn(mail)).toMatch(/redirect_to=http:\/\/b4m\.test$/)
  }
})

test.each([
  "a@example.com\r\nBcc: b@evil.example",
  "a@example.com\nBcc: b@evil.example",
  "a@example.com%0ABcc:b@evil.example",
  "a@example.com,b@evil.example",
  "a@example.com;b@evil.example",
  "<a@example.com>",
  '"a b"@example.com',
  "a@example.com\0",
  "a@[127.0.0.1]",
  "a@-example.com",
  "a@example..com",
  "a@b@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(250)}.com`,
])("%j is rejected as an address on every route that sends mail", async (email) => {
  const before = site.test.mails.length
  for (const [path, body] of [
    ["/signup", { password: testPassword }],
    ["/otp", {}],
    ["/recover", {}],
    ["/resend", { type: "signup" }],
  ] as const) {
    const answer = await site.call("POST", path, { body: { email, ...body } })
    expect([path, answer.status]).toEqual([path, 400])
  }
  expect(site.test.mails.length).toBe(before)
})

test("User input never becomes markup or a header in a mail", async () => {
  const { session } = await site.member("html@example.com")
  await site.call("PUT", "/user", {
    token: session.access_token,
    body: { email: "o'brien+x@example.com", data: { full_name: "<img src=x>\r\nBcc: x" } },
  })
  const mail = site.mailTo("html@example.com")
  expect(mail.html).toContain("o&#39;brien+x@example.com")
  expect(mail.html).not.toContain("<img")
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

test("A return address cannot break out of the Location header", async () => {
  await site.member("split@example.com")
  for (const redirect of [
    "http://b4m.test/%0d%0aSet-Cookie:x=1",
    "http://b4m.test/\r\nSet-Cookie: x=1",
    "http://b4m.test/ü?q=é",
  ]) {
    await site.call("POST", `/otp?redirect_to=${encodeURIComponent(redirect)}`, {
      body: { email: "split@example.com" },
    })
    const opened = await site.call("GET", linkIn(site.mailTo("split@example.com")))
    expect(opened.status).toBe(303)
    expect(opened.headers.get("set-cookie")).toBeNull()
    expect(opened.headers.get("location")).toMatch(/^http:\/\/b4m\.test/)
  }
})

test("No secret is logged", async () => {
  const text = JSON.stringify(site.test.log.entries)
  for (const secret of [testPassword, "eyJ", "$2b$", "@example.com"]) expect(text).not.toContain(secret)
})
