import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const owners = "the owners own 1"
const strangers = "a strangers guess 2"

const signUp = (email: string, password: string, name: string) =>
  site.call("POST", "/signup", { body: { email, password, data: { full_name: name } } })
const enter = async (email: string, password: string) =>
  (await site.call("POST", "/token?grant_type=password", { body: { email, password } })).status
const click = (email: string) => site.call("GET", linkIn(site.mailTo(email)))
const tokenIn = (answer: Awaited<ReturnType<typeof click>>) =>
  new URLSearchParams(new URL(answer.headers.get("location") ?? "").hash.slice(1)).get("access_token") ?? ""
const user = async (token: string) => (await site.call("GET", "/user", { token })).json

test.each([
  ["the owner's came first", owners, strangers],
  ["the stranger's came first", strangers, owners],
])(
  "Two sign-ups with two passwords (%s): the link confirms neither, and asks for a new one",
  async (how, first, second) => {
    const email = `two.${how.replaceAll(/\W+/g, ".")}@example.com`
    await signUp(email, first, "First")
    const again = await signUp(email, second, "Second")
    // Nothing about the first sign-up is revealed to the second.
    expect(JSON.stringify(again.json)).not.toContain("First")
    expect(again.json).toMatchObject({
      user_metadata: { full_name: "Second" },
      identities: [{ provider: "email" }],
    })

    const token = tokenIn(await click(email))
    expect([await enter(email, first), await enter(email, second)]).toEqual([400, 400])
    expect(await user(token)).toMatchObject({
      user_metadata: { full_name: "First" },
      app_metadata: { choose_password: true },
    })
    const chosen = await site.call("PUT", "/user", { token, body: { password: owners } })
    expect(chosen.json.app_metadata).toEqual({ provider: "email", providers: ["email"] })
    expect([await enter(email, owners), await enter(email, strangers)]).toEqual([200, 400])
  },
)

test("The six digits of the mail confirm neither of two passwords", async () => {
  const email = "digits@example.com"
  await signUp(email, owners, "Owner")
  await signUp(email, strangers, "Stranger")
  const body = { type: "signup", email, token: codeIn(site.mailTo(email)) }
  const verified = await site.call("POST", "/verify", { body })
  expect(verified.json.user.app_metadata.choose_password).toBe(true)
  expect([await enter(email, owners), await enter(email, strangers)]).toEqual([400, 400])
})

test("Signing up twice with the same password keeps it", async () => {
  const email = "same@example.com"
  await signUp(email, owners, "Owner")
  await signUp(email, owners, "Owner")
  expect((await user(tokenIn(await click(email)))).app_metadata.choose_password).toBeUndefined()
  expect(await enter(email, owners)).toBe(200)
})

test("A password set after a sign-in link was requested is not confirmed by that link", async () => {
  const email = "link.first@example.com"
  await site.call("POST", "/otp", { body: { email } })
  await signUp(email, strangers, "Stranger")
  const token = tokenIn(await click(email))
  expect(await enter(email, strangers)).toBe(400)
  expect((await user(token)).app_metadata.choose_password).toBe(true)
})

test("A sign-in link for an unconfirmed account removes its pending password, and asks for a new one", async () => {
  const email = "link.second@example.com"
  await signUp(email, strangers, "Stranger")
  await site.call("POST", "/otp", { body: { email } })
  const token = tokenIn(await click(email))
  expect(await enter(email, strangers)).toBe(400)
  expect((await user(token)).app_metadata.choose_password).toBe(true)
})

test("An invitation and a sign-up in any order never confirm a stranger's password or name", async () => {
  const invite = (email: string) =>
    site.call("POST", "/invite", { token: testKeys.secret, body: { email, data: { full_name: "Invited" } } })
  const [before, after] = ["invited.after@example.com", "invited.before@example.com"]
  await signUp(before, strangers, "Stranger")
  await invite(before)
  await invite(after)
  await signUp(after, strangers, "Stranger")
  for (const email of [before, after]) {
    const token = tokenIn(await click(email))
    expect(await enter(email, strangers)).toBe(400)
    expect((await user(token)).user_metadata).toEqual({ full_name: "Invited" })
  }
})

test("A link that an administrator generates for a second sign-up does not replace the first password", async () => {
  const email = "generated@example.com"
  await signUp(email, owners, "Owner")
  const made = await site.call("POST", "/admin/generate_link", {
    token: testKeys.secret,
    body: { type: "signup", email, password: strangers },
  })
  await site.call("POST", "/verify", { body: { type: "signup", token_hash: made.json.hashed_token } })
  expect([await enter(email, owners), await enter(email, strangers)]).toEqual([400, 400])
})

test("Without confirmation of addresses, an unconfirmed account opens only with its own password", async () => {
  const open = await createTestAuth({ autoconfirm: true })
  try {
    const email = "made@example.com"
    await open.call("POST", "/admin/users", { token: testKeys.secret, body: { email, password: owners } })
    const taken = await open.call("POST", "/signup", { body: { email, password: strangers } })
    expect(taken.json.error_code).toBe("user_already_exists")
    expect((await open.call("POST", "/signup", { body: { email, password: owners } })).status).toBe(200)
  } finally {
    await open.close()
  }
})

test("A second sign-up with a phone number is refused and replaces nothing", async () => {
  const phones = await createTestAuth({ phoneSignIn: true, phoneAutoconfirm: true })
  try {
    const phone = "+15551234567"
    await phones.call("POST", "/signup", { body: { phone, password: owners } })
    const again = await phones.call("POST", "/signup", { body: { phone, password: strangers } })
    expect(again.json.error_code).toBe("user_already_exists")
    const given = { body: { phone, password: owners } }
    expect((await phones.call("POST", "/token?grant_type=password", given)).status).toBe(200)
  } finally {
    await phones.close()
  }
})

test("A link generated for one new address does not confirm a change to another", async () => {
  const member = await site.member("moving@example.com")
  const generate = async (type: string, newEmail: string) => {
    const body = { type, email: member.email, new_email: newEmail }
    const made = await site.call("POST", "/admin/generate_link", { token: testKeys.secret, body })
    return made.json.hashed_token as string
  }
  const verify = (hash: string) =>
    site.call("POST", "/verify", { body: { type: "email_change", token_hash: hash } })
  const toFirst = await generate("email_change_new", "first.new@example.com")
  const toSecond = await generate("email_change_current", "second.new@example.com")
  expect((await verify(toFirst)).json.error_code).toBe("otp_expired")
  await verify(toSecond)
  expect((await user(member.session.access_token)).email).toBe(member.email)
})
