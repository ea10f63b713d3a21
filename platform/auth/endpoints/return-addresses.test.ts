/** Where mailed and generated links return to: an address on the allow-list, or otherwise the site itself. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({}, { redirectAllowList: ["https://app.example/**"] })
})
afterAll(() => site.close())

const allowed = "https://app.example/in"
const asked = [
  [allowed, allowed],
  ["https://evil.example/in", "http://b4m.test"],
  ["https://app.example.evil.example/in", "http://b4m.test"],
  [undefined, "http://b4m.test"],
] as const

let n = 0
/** Requests a mail to a new address, with `query` in the request. */
type Door = (email: string, query: string) => Promise<unknown>
const token = testKeys.secret
const doors: [name: string, door: Door][] = [
  [
    "/signup",
    (email, query) => site.call("POST", `/signup${query}`, { body: { email, password: testPassword } }),
  ],
  ["/otp of a new address", (email, query) => site.call("POST", `/otp${query}`, { body: { email } })],
  [
    "/otp of a member",
    async (email, query) => {
      await site.member(email)
      await site.call("POST", `/otp${query}`, { body: { email } })
    },
  ],
  [
    "/recover",
    async (email, query) => {
      await site.member(email)
      await site.call("POST", `/recover${query}`, { body: { email } })
    },
  ],
  [
    "/resend",
    async (email, query) => {
      await site.call("POST", "/signup", { body: { email, password: testPassword } })
      await site.call("POST", `/resend${query}`, { body: { type: "signup", email } })
    },
  ],
  ["/invite", (email, query) => site.call("POST", `/invite${query}`, { token, body: { email } })],
  [
    "/user",
    async (email, query) => {
      const { session } = await site.member(`old.${email}`)
      await site.call("PUT", `/user${query}`, { token: session.access_token, body: { email } })
    },
  ],
]

test.each(doors)("a link mailed by %s leads only to allowed addresses", async (_name, door) => {
  for (const [given, leads] of asked) {
    const email = `m${++n}@example.com`
    await door(email, given ? `?redirect_to=${encodeURIComponent(given)}` : "")
    const link = new URLSearchParams(linkIn(site.mailTo(email)).split("?")[1])
    expect([given, link.get("redirect_to")]).toEqual([given, leads])
  }
})

test("a generated link leads only to allowed addresses, given in the body or the query", async () => {
  for (const [given, leads] of asked) {
    await site.member(`m${++n}@example.com`)
    const body = { type: "recovery", email: `m${n}@example.com` }
    const query = given ? `?redirect_to=${encodeURIComponent(given)}` : ""
    for (const answer of [
      await site.call("POST", `/admin/generate_link${query}`, { token, body }),
      await site.call("POST", "/admin/generate_link", { token, body: { ...body, redirect_to: given } }),
    ]) {
      expect(answer.json.redirect_to).toBe(leads)
      expect(new URL(answer.json.action_link).searchParams.get("redirect_to")).toBe(leads)
    }
  }
})
