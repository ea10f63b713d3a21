import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ freeFailures: { pair: 3, account: 8, network: 1000 } })
})
afterAll(() => site.close())

const enter = (email: string, password: string, from = "192.0.2.1") =>
  site.call("POST", "/token?grant_type=password", { body: { email, password }, from })

test("A session and its token state who signed in and how", async () => {
  const { id, session } = await site.member("who@example.com")
  expect(session).toMatchObject({
    token_type: "bearer",
    expires_in: 900,
    user: { id, email: "who@example.com" },
  })
  const claims = await site.service.verifyToken(session.access_token)
  expect(claims).toMatchObject({
    iss: "http://b4m.test/auth/v1",
    sub: id,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password" }],
    email: "who@example.com",
    phone: "",
    is_anonymous: false,
  })
})

test("An unknown address, a wrong password and a malformed address get the same response", async () => {
  await site.member("known@example.com")
  const answers = [
    await enter("known@example.com", "wrong password", "192.0.2.10"),
    await enter("unknown@example.com", "wrong password", "192.0.2.11"),
    await enter("no address at all", "wrong password", "192.0.2.12"),
    await enter("known@example.com", "x".repeat(500), "192.0.2.13"),
    await enter("known@example.com", "", "192.0.2.14"),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    })
  }
})

test("Problems with the account are revealed only with the correct password", async () => {
  const { id } = await site.member("banned@example.com")
  await site.call("PUT", `/admin/users/${id}`, { token: testKeys.secret, body: { ban_duration: "24h" } })
  expect((await enter("banned@example.com", "wrong password")).json.error_code).toBe("invalid_credentials")
  const right = await enter("banned@example.com", testPassword)
  expect(right.status).toBe(400)
  expect(right.json).toMatchObject({ error_code: "user_banned", msg: "User is banned" })
})

test.each([
  [{}, "missing email or phone"],
  [
    { email: "a@example.com", phone: "+15551234567", password: "x" },
    "Only an email address or phone number should be provided on login.",
  ],
])("%j is refused", async (body, message) => {
  const answer = await site.call("POST", "/token?grant_type=password", { body })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ error_code: "validation_failed", msg: message })
})

test("Waits grow with wrong passwords, and the correct one does not bypass them", async () => {
  await site.member("slow@example.com")
  for (let i = 0; i < 3; i++) expect((await enter("slow@example.com", "wrong")).status).toBe(400)
  expect((await enter("slow@example.com", "wrong")).status).toBe(400)
  const waiting = await enter("slow@example.com", testPassword)
  expect(waiting.status).toBe(429)
  expect(waiting.json.error_code).toBe("over_request_rate_limit")
  expect(waiting.headers.get("retry-after")).toBe("2")
  site.test.clock.advance(1_900)
  expect((await enter("slow@example.com", testPassword)).status).toBe(429)
  site.test.clock.advance(100)
  // Attempts during the wait are not counted, so the next failure only doubles the wait.
  expect((await enter("slow@example.com", "wrong")).status).toBe(400)
  expect((await enter("slow@example.com", "wrong")).headers.get("retry-after")).toBe("4")
  site.test.clock.advance(4_000)
  expect((await enter("slow@example.com", testPassword)).status).toBe(200)
  // A success resets the count.
  for (let i = 0; i < 3; i++) expect((await enter("slow@example.com", "wrong")).status).toBe(400)
})

test("No wait is longer than a quarter of an hour", async () => {
  for (let i = 0; i < 25; i++) {
    await enter("longest@example.com", "wrong", "192.0.2.60")
    site.test.clock.advance(900_000)
  }
  await enter("longest@example.com", "wrong", "192.0.2.60")
  expect((await enter("longest@example.com", "wrong", "192.0.2.60")).headers.get("retry-after")).toBe("900")
})

test("Failures from many networks delay an owner by at most a minute elsewhere, and not at all at home", async () => {
  await site.member("owner@example.com")
  for (let i = 0; i < 30; i++) {
    await enter("owner@example.com", "wrong", `198.51.100.${i}`)
    site.test.clock.advance(60_000)
  }
  await enter("owner@example.com", "wrong", "198.51.100.99")
  const elsewhere = await enter("owner@example.com", testPassword, "203.0.113.7")
  expect(elsewhere.status).toBe(429)
  expect(Number(elsewhere.headers.get("retry-after"))).toBeLessThanOrEqual(60)
  expect((await enter("owner@example.com", testPassword)).status).toBe(200)
  site.test.clock.advance(60_000)
  expect((await enter("owner@example.com", testPassword, "203.0.113.7")).status).toBe(200)
})

test("Parallel wrong passwords cannot bypass the count", async () => {
  await site.member("burst@example.com")
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => enter("burst@example.com", "wrong", "192.0.2.77")),
  )
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(4)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(16)
})

test("A request that started earlier and arrives later is not treated as one during a wait", async () => {
  await site.member("order@example.com")
  for (const email of ["order@example.com", "order-nobody@example.com"])
    await enter(email, "wrong", "192.0.2.90")
  site.test.clock.advance(-50)
  expect((await enter("order@example.com", "wrong", "192.0.2.90")).status).toBe(400)
  expect((await enter("order@example.com", testPassword, "192.0.2.90")).status).toBe(200)
  site.test.clock.advance(-50)
  expect((await enter("order@example.com", testPassword, "192.0.2.90")).status).toBe(200)
})

test("A known and an unknown address take equally long", async () => {
  const slow = await createTestAuth({
    passwordCost: 8,
    freeFailures: { pair: 1e6, account: 1e6, network: 1e6 },
  })
  try {
    await slow.member("timed@example.com")
    const fastest = {
      "timed@example.com": Number.POSITIVE_INFINITY,
      "nobody@example.com": Number.POSITIVE_INFINITY,
    }
    // Compares the fastest runs, which measure the work itself, and repeats while the machine is busy. Without the
    // dummy hash they would always differ by several times.
    await expect
      .poll(async () => {
        for (const email of ["timed@example.com", "nobody@example.com"] as const) {
          const from = performance.now()
          await slow.call("POST", "/token?grant_type=password", {
            body: { email, password: "wrong password" },
          })
          fastest[email] = Math.min(fastest[email], performance.now() - from)
        }
        const [known, unknown] = [fastest["timed@example.com"], fastest["nobody@example.com"]]
        return Math.max(known, unknown) / Math.min(known, unknown)
      })
      .toBeLessThan(1.8)
  } finally {
    await slow.close()
  }
})

test("Where configured, a number is accepted without proof", async () => {
  const phones = await createTestAuth({ phoneSignIn: true, phoneAutoconfirm: true })
  try {
    const body = { phone: "+1 555 123 4567", password: testPassword }
    const made = await phones.call("POST", "/signup", { body })
    expect(made.json.user).toMatchObject({ phone: "15551234567", app_metadata: { provider: "phone" } })
    expect((await phones.call("POST", "/token?grant_type=password", { body })).status).toBe(200)
    expect((await phones.call("POST", "/signup", { body })).json.error_code).toBe("user_already_exists")
  } finally {
    await phones.close()
  }
})

const phones = { phoneSignIn: true }
const number = "+15550001111"
test.each([
  ["email_provider_disabled", { emailSignIn: false }, { email: "ways@example.com" }],
  ["phone_provider_disabled", {}, { phone: number }],
  ["phone_not_confirmed", phones, { phone: "+15550003333" }],
  ["invalid_credentials", phones, { phone: number, password: "wrong one 1" }],
  ["invalid_credentials", phones, { phone: "+15550008888" }],
  ["email_not_confirmed", {}, { email: "unproven@example.com" }],
  [undefined, phones, { phone: ` ${number} ` }],
  [undefined, { phoneSignIn: false }, { email: "ways@example.com" }],
  [undefined, { ...phones, emailSignIn: false }, { phone: number }],
])("the response is %s under %j to %j", async (code, settings, given) => {
  const make = (body: object) =>
    site.call("POST", "/admin/users", { token: testKeys.secret, body: { password: testPassword, ...body } })
  await make({ email: "ways@example.com", email_confirm: true })
  await make({ phone: number, phone_confirm: true })
  await make({ phone: "+15550003333" })
  await make({ email: "unproven@example.com" })
  const body = { password: testPassword, ...given }
  const ask = () => site.call("POST", "/token?grant_type=password", { body, from: "203.0.113.50" })
  expect((await site.under(settings, ask)).json.error_code).toBe(code)
})
