/** /otp, /recover, /resend and /reauthenticate: what they mail and what they do not reveal. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
let strict: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
  strict = await createTestAuth({
    mailMinIntervalS: 60,
    mailsPerAddressPerHour: 3,
    mailsPerNetworkPerHour: 10,
    equalTimeMs: 60,
  })
})
afterAll(() => Promise.all([site.close(), strict.close()]))

test("A magic link signs a member in", async () => {
  await site.member("magic@example.com")
  expect((await site.call("POST", "/otp", { body: { email: "magic@example.com" } })).json).toEqual({})
  const mail = site.mailTo("magic@example.com")
  expect(mail.kind).toBe("auth.magic_link")
  const answer = await site.call("POST", "/verify", {
    body: { type: "email", email: "magic@example.com", token: codeIn(mail) },
  })
  expect(answer.json.user.email).toBe("magic@example.com")
})

test("A magic link to a new address creates an account, unless the request forbids it", async () => {
  await site.call("POST", "/otp", { body: { email: "fresh@example.com", data: { full_name: "Fresh" } } })
  const opened = await site.call("GET", linkIn(site.mailTo("fresh@example.com")))
  expect(opened.headers.get("location")).toContain("access_token=")
  const before = site.test.mails.length
  const quiet = await site.call("POST", "/otp", {
    body: { email: "unwanted@example.com", create_user: false },
  })
  expect([quiet.status, quiet.json]).toEqual([200, {}])
  expect(site.test.mails.length).toBe(before)
})

test("A repeated sign-up with a taken address gets the same response within the minute, without a mail", async () => {
  await strict.member("settled@example.com")
  for (const password of ["another one 22", "a third one 333"])
    expect(
      await strict.call("POST", "/signup", { body: { email: "settled@example.com", password } }),
    ).toMatchObject({ status: 200, json: { identities: [] } })
})

test("A password set on an unproven address does not survive the owner's magic link", async () => {
  await site.call("POST", "/signup", { body: { email: "victim@example.com", password: "laid in wait 1" } })
  await site.call("POST", "/otp", { body: { email: "victim@example.com" } })
  await site.call("GET", linkIn(site.mailTo("victim@example.com")))
  const stranger = await site.call("POST", "/token?grant_type=password", {
    body: { email: "victim@example.com", password: "laid in wait 1" },
  })
  expect(stranger.json.error_code).toBe("invalid_credentials")
})

test("Recovery opens a session that may set a new password immediately", async () => {
  await site.member("forgot@example.com")
  await site.call("POST", "/recover", { body: { email: "forgot@example.com" } })
  const opened = await site.call("GET", linkIn(site.mailTo("forgot@example.com")))
  const fragment = new URLSearchParams(opened.headers.get("location")?.split("#")[1])
  expect(fragment.get("type")).toBe("recovery")
  const changed = await site.call("PUT", "/user", {
    token: fragment.get("access_token") ?? "",
    body: { password: "a new one for me 2" },
  })
  expect(changed.status).toBe(200)
  await site.signIn("forgot@example.com", "a new one for me 2")
})

test("Resend mails a pending confirmation again and nothing else", async () => {
  await site.call("POST", "/signup", { body: { email: "again@example.com", password: testPassword } })
  const first = linkIn(site.mailTo("again@example.com"))
  await site.call("POST", "/resend", { body: { type: "signup", email: "again@example.com" } })
  const second = linkIn(site.mailTo("again@example.com"))
  expect(second).not.toBe(first)
  expect((await site.call("GET", first)).headers.get("location")).toContain("otp_expired")
  expect((await site.call("GET", second)).headers.get("location")).toContain("access_token=")
  const before = site.test.mails.length
  for (const email of ["again@example.com", "nobody@example.com"])
    expect((await site.call("POST", "/resend", { body: { type: "signup", email } })).json).toEqual({})
  expect(site.test.mails.length).toBe(before)
  expect((await site.call("POST", "/resend", { body: { email: "a@example.com" } })).status).toBe(400)
})

test.each(["/otp", "/recover", "/resend"])(
  "%s responds the same way to known and unknown addresses, limits included",
  async (path) => {
    const name = path.slice(1)
    await strict.member(`${name}@example.com`)
    const ask = (email: string, from: string) =>
      strict.call("POST", path, { body: { email, type: "signup", create_user: false }, from })
    const seen = async (email: string, from: string) => {
      const answers = []
      for (const waitMs of [0, 0, 60_000, 60_000, 60_000]) {
        strict.test.clock.advance(waitMs)
        const answer = await ask(email, from)
        answers.push([answer.status, answer.text, answer.headers.get("retry-after")])
      }
      strict.test.clock.advance(3_600_000)
      answers.push((await ask(email, from)).status)
      return answers
    }
    const known = await seen(`${name}@example.com`, "192.0.2.20")
    const unknown = await seen(`not-${name}@example.com`, "192.0.2.21")
    expect(unknown.map((answer) => JSON.stringify(answer).replace(/\d{4}/g, "n"))).toEqual(
      known.map((answer) => JSON.stringify(answer).replace(/\d{4}/g, "n")),
    )
    expect(known.map((answer) => (Array.isArray(answer) ? answer[0] : answer))).toEqual([
      200, 429, 200, 200, 429, 200,
    ])
    expect(known[1]?.[1 as never]).toContain(
      "For security purposes, you can only request this after 60 seconds.",
    )
    const from = performance.now()
    await ask(`third-${name}@example.com`, "192.0.2.22")
    expect(performance.now() - from).toBeGreaterThan(58)
  },
)

test("One network cannot mail many addresses", async () => {
  const statuses = []
  for (let i = 0; i < 12; i++)
    statuses.push(
      (
        await strict.call("POST", "/recover", {
          body: { email: `n${i}@example.com` },
          from: "2001:db8:1:2::5",
        })
      ).status,
    )
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(
    (await strict.call("POST", "/recover", { body: { email: "n20@example.com" }, from: "2001:db8:1:2:9::1" }))
      .status,
  ).toBe(429)
  expect(
    (await strict.call("POST", "/recover", { body: { email: "n20@example.com" }, from: "2001:db8:1:3::5" }))
      .status,
  ).toBe(200)
})

test("One mailbox cannot be flooded through its aliases", async () => {
  const statuses = []
  for (let i = 0; i < 5; i++) {
    const { status } = await strict.call("POST", "/recover", {
      body: { email: `f.looded+${i}@gmail.com` },
      from: `192.0.2.${40 + i}`,
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const other = await strict.call("POST", "/recover", {
    body: { email: "flooded@example.com" },
    from: "192.0.2.50",
  })
  expect(other.status).toBe(200)
})

test("A pending change of address is resent; confirmations of confirmed addresses are not", async () => {
  const { session } = await site.member("waits@example.com")
  const body = { email: "waits.new@example.com" }
  await site.call("PUT", "/user", { token: session.access_token, body })
  const mails = async (type: string) => {
    const before = site.test.mails.length
    await site.call("POST", "/resend", { body: { type, email: "waits@example.com" } })
    return site.test.mails.slice(before).map(({ to, kind }) => `${kind} ${to}`)
  }
  expect(await mails("signup")).toEqual([])
  expect(await mails("email_change")).toEqual([
    "auth.email_change_new waits.new@example.com",
    "auth.email_change_current waits@example.com",
  ])
})
