/** Links and invitations that an administrator makes. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const generate = (body: object) => site.call("POST", "/admin/generate_link", { token, body })
const invite = (body: object) => site.call("POST", "/invite", { token, body })
const open = async (hash: string, type: string) =>
  (await site.call("POST", "/verify", { body: { type, token_hash: hash } })).json

test("A link of an invitation makes the account with what is known of the guest, mails nothing, and opens it once", async () => {
  const before = site.test.mails.length
  const { json } = await generate({
    type: "invite",
    email: "Guest@example.com",
    data: { full_name: "Guest" },
    password: "not for an invitation 1",
  })
  expect(json).toMatchObject({
    email: "guest@example.com",
    verification_type: "invite",
    user_metadata: { full_name: "Guest" },
    invited_at: site.test.world.now().toISOString(),
    redirect_to: "http://b4m.test",
  })
  expect(json.action_link).toContain(`/verify?token=${json.hashed_token}&type=invite&redirect_to=`)
  expect(json.email_otp).toMatch(/^\d{6}$/)
  expect(site.test.mails.length).toBe(before)
  expect((await open(json.hashed_token, "invite")).user.email).toBe("guest@example.com")
  expect((await open(json.hashed_token, "invite")).error_code).toBe("otp_expired")
  expect((await generate({ type: "invite", email: "guest@example.com" })).json.error_code).toBe(
    "email_exists",
  )
})

test("An invitation keeps what was said of the guest, and nothing that a stranger set before", async () => {
  const email = "waiting@example.com"
  const invited = await invite({ email, data: { from: "us" } })
  expect(invited.json.user_metadata).toEqual({ from: "us" })
  const other = "set.before@example.com"
  await site.call("POST", "/signup", {
    body: { email: other, password: testPassword, data: { full_name: "Stranger" } },
  })
  const again = await invite({ email: other })
  expect(again.json).toMatchObject({ user_metadata: {}, invited_at: site.test.world.now().toISOString() })
  await site.call("GET", linkIn(site.mailTo(other)))
  const entered = await site.call("POST", "/token?grant_type=password", {
    body: { email: other, password: testPassword },
  })
  expect(entered.json.error_code).toBe("invalid_credentials")
})

test("A sign-up's link sets what is said of the member, and nothing where nothing is said", async () => {
  const of = async (email: string, data?: object) =>
    (await generate({ type: "signup", email, password: testPassword, data })).json.user_metadata
  expect(await of("told@example.com", { city: "Oslo" })).toEqual({ city: "Oslo" })
  expect(await of("untold@example.com")).toEqual({})
})

test("A link for one of a change's mailboxes opens that one alone, and both together change the address", async () => {
  const { session } = await site.member("moving@example.com")
  const body = { email: "moving@example.com", new_email: "moved@example.com" }
  const links = []
  for (const type of ["email_change_new", "email_change_current"]) {
    const { json } = await generate({ ...body, type })
    expect(json).toMatchObject({ verification_type: type, new_email: "moved@example.com" })
    expect(json.action_link).toContain("&type=email_change&")
    links.push(json)
  }
  const [forNew] = links
  // Nobody typing the code from one mailbox with the other's address gets in.
  const typed = await site.call("POST", "/verify", {
    body: { type: "email_change", email: "moving@example.com", token: forNew?.email_otp },
  })
  expect(typed.json.error_code).toBe("otp_expired")
  const address = async () => (await site.call("GET", "/user", { token: session.access_token })).json.email
  for (const { hashed_token } of links) {
    expect(await address()).toBe("moving@example.com")
    await open(hashed_token, "email_change")
  }
  expect(await address()).toBe("moved@example.com")
})

test("Who made a link, and of which kind, is noted", async () => {
  const { id } = await site.member("linked@example.com")
  await site.call("POST", "/admin/generate_link", {
    token,
    body: { type: "recovery", email: "linked@example.com" },
    from: "198.51.100.9",
  })
  const noted = await site.test.world.db.query(
    `select payload ->> 'actor_username' as by, payload -> 'traits' as traits, ip_address as ip
     from auth.audit_log_entries
     where payload ->> 'action' = 'user_recovery_requested' and payload -> 'traits' ->> 'user_id' = $1`,
    [id],
  )
  expect(noted).toEqual([
    { by: "service_role", traits: { user_id: id, link: "recovery" }, ip: "198.51.100.9" },
  ])
})
